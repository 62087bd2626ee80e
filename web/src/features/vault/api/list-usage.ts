import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type VaultEvent = Wire<"VaultEvent">;

const limit = 100;

/** Who read or changed what, newest first: one secret, or the whole vault. */
export const listUsage = (scope: Scope, secret?: string) =>
  queryOptions({
    queryKey: ["vault", scope, "usage", secret],
    queryFn: async ({ signal }) => {
      const query = { limit };
      const answer = secret ? await api.get("/api/vault/{secret}/usage", { scope, path: { secret }, query, signal }) : await api.get("/api/vault/usage", { scope, query, signal });
      return answer.items;
    },
  });

export const useUsage = (scope: Scope, secret?: string) => useQuery(listUsage(scope, secret));
