import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { listDatabaseConfigs } from "./list-database-configs";

export const deleteDatabaseConfig = (project: string, config: string) => api.delete("/api/projects/{project}/database-configs/{config}", { path: { project, config } });

export const useDeleteDatabaseConfig = (project: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (config: string) => deleteDatabaseConfig(project, config),
    onSuccess: () => client.invalidateQueries(listDatabaseConfigs(project)),
  });
};
