import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

export type Route = Wire<"Route">;

export const listRoutes = (project: string) =>
  queryOptions({
    queryKey: ["projects", project, "routing"],
    queryFn: async ({ signal }) => (await api.get("/api/projects/{project}/routing", { path: { project }, signal })).items,
  });

export const useRoutes = (project: string) => useQuery(listRoutes(project));
