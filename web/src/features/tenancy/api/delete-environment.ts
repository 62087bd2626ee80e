import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSession } from "@/features/session/api/get-session";
import { api } from "@/lib/api/client";
import { listEnvironments } from "./list-environments";

export const deleteEnvironment = (project: string, environment: string) => api.delete("/api/projects/{project}/environments/{environment}", { path: { project, environment } });

export const useDeleteEnvironment = (project: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (environment: string) => deleteEnvironment(project, environment),
    onSuccess: () => Promise.all([client.invalidateQueries(getSession()), client.invalidateQueries(listEnvironments(project))]),
  });
};
