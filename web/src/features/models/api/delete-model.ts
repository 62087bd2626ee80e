import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope } from "@/lib/api/types";
import type { Model } from "./list-models";

export const deleteModel = (scope: Scope, { provider, model_id }: Model) => api.delete("/api/openground/models", { scope, query: { provider, model_id } });

export const useDeleteModel = (scope: Scope) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (model: Model) => deleteModel(scope, model),
    onSuccess: () => client.invalidateQueries({ queryKey: ["models", scope] }),
  });
};
