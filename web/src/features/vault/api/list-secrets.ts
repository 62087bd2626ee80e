import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type Secret = Wire<"Secret">;

export const listSecrets = (scope: Scope) =>
  queryOptions({
    queryKey: ["vault", scope, "secrets"],
    queryFn: async ({ signal }) => (await api.get("/api/vault", { scope, signal })).items,
  });

export const useSecrets = (scope: Scope) => useQuery(listSecrets(scope));
