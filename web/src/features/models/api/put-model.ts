import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type ModelInput = Wire<"PutModelBody">;

export const putModel = (scope: Scope, body: ModelInput) => api.post("/api/openground/models", { scope, body });

export const usePutModel = (scope: Scope) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ModelInput) => putModel(scope, body),
    onSuccess: () => client.invalidateQueries({ queryKey: ["models", scope] }),
  });
};
