import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

export type ApiKey = Wire<"Key">;

export const listApiKeys = (project: string) =>
  queryOptions({
    queryKey: ["projects", project, "api-keys"],
    queryFn: async ({ signal }) => (await api.get("/api/projects/{project}/api-keys", { path: { project }, signal })).items,
  });

export const useApiKeys = (project: string) => useQuery(listApiKeys(project));
