import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";
import { listDatabaseConfigs } from "./list-database-configs";

export const createDatabaseConfig = (project: string, body: Wire<"DatabaseBody">) => api.post("/api/projects/{project}/database-configs", { path: { project }, body });

export const useCreateDatabaseConfig = (project: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Wire<"DatabaseBody">) => createDatabaseConfig(project, body),
    onSuccess: () => client.invalidateQueries(listDatabaseConfigs(project)),
  });
};
