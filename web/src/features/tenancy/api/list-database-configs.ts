import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

export type DatabaseConfig = Wire<"Database">;

export const listDatabaseConfigs = (project: string) =>
  queryOptions({
    queryKey: ["projects", project, "database-configs"],
    queryFn: async ({ signal }) => (await api.get("/api/projects/{project}/database-configs", { path: { project }, signal })).items,
  });

export const useDatabaseConfigs = (project: string) => useQuery(listDatabaseConfigs(project));
