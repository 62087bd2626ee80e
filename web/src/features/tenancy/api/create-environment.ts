import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSession } from "@/features/session/api/get-session";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";
import { listEnvironments } from "./list-environments";

export const createEnvironment = (project: string, body: Wire<"CreateEnvironmentRequest">) => api.post("/api/projects/{project}/environments", { path: { project }, body });

export const useCreateEnvironment = (project: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Wire<"CreateEnvironmentRequest">) => createEnvironment(project, body),
    onSuccess: () => Promise.all([client.invalidateQueries(getSession()), client.invalidateQueries(listEnvironments(project))]),
  });
};
