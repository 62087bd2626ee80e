import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { listApiKeys } from "./list-api-keys";

export const revokeApiKey = (project: string, key: string) => api.delete("/api/projects/{project}/api-keys/{key}", { path: { project, key } });

export const useRevokeApiKey = (project: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => revokeApiKey(project, key),
    onSuccess: () => client.invalidateQueries(listApiKeys(project)),
  });
};
