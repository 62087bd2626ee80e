import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSession } from "@/features/session/api/get-session";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";

export const updateProject = (project: string, body: Wire<"Named">) => api.patch("/api/projects/{project}", { path: { project }, body });

export const useUpdateProject = (project: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Wire<"Named">) => updateProject(project, body),
    onSuccess: () => Promise.all([client.invalidateQueries(getSession()), client.invalidateQueries({ queryKey: ["organisations"] })]),
  });
};
