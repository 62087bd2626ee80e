import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

export type ProjectRecord = Wire<"Project">;

export const listProjects = (organisation: string) =>
  queryOptions({
    queryKey: ["organisations", organisation, "projects"],
    queryFn: async ({ signal }) => (await api.get("/api/organisations/{organisation}/projects", { path: { organisation }, signal })).items,
  });

export const useProjects = (organisation: string) => useQuery(listProjects(organisation));
