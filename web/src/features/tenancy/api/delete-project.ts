import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSession } from "@/features/session/api/get-session";
import { api } from "@/lib/api/client";

export const deleteProject = (project: string) => api.delete("/api/projects/{project}", { path: { project } });

export const useDeleteProject = (project: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteProject(project),
    onSuccess: () => Promise.all([client.invalidateQueries(getSession()), client.invalidateQueries({ queryKey: ["organisations"] })]),
  });
};
