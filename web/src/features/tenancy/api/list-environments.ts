import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

export type Environment = Wire<"Environment">;

export const listEnvironments = (project: string) =>
  queryOptions({
    queryKey: ["projects", project, "environments"],
    queryFn: async ({ signal }) => (await api.get("/api/projects/{project}/environments", { path: { project }, signal })).items,
  });

export const useEnvironments = (project: string) => useQuery(listEnvironments(project));
