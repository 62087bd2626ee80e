import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";
import { listDatabaseConfigs } from "./list-database-configs";

export const updateDatabaseConfig = (project: string, change: { config: string; body: Wire<"DatabaseBody"> }) => api.put("/api/projects/{project}/database-configs/{config}", { path: { project, config: change.config }, body: change.body });

export const useUpdateDatabaseConfig = (project: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { config: string; body: Wire<"DatabaseBody"> }) => updateDatabaseConfig(project, change),
    onSuccess: () => client.invalidateQueries(listDatabaseConfigs(project)),
  });
};
