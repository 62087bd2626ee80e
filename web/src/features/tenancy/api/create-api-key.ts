import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Wire } from "@/lib/api/types";
import { listApiKeys } from "./list-api-keys";

export const createApiKey = (project: string, body: Wire<"CreateKeyBody">) => api.post("/api/projects/{project}/api-keys", { path: { project }, body });

export const useCreateApiKey = (project: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Wire<"CreateKeyBody">) => createApiKey(project, body),
    onSuccess: () => client.invalidateQueries(listApiKeys(project)),
  });
};
