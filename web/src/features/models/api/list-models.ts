import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type Model = Wire<"Model">;

/** The models of every provider, by provider and id. */
export const listModels = (scope: Scope) =>
  queryOptions({
    queryKey: ["models", scope],
    queryFn: async ({ signal }) => {
      const answer = await api.get("/api/openground/models", { scope, signal });
      const all = Array.isArray(answer) ? answer : Object.values(answer).flat();
      return all.sort((a, b) => a.provider.localeCompare(b.provider) || a.model_id.localeCompare(b.model_id));
    },
  });

export const useModels = (scope: Scope) => useQuery(listModels(scope));
