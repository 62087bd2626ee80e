import { useInfiniteQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type VaultEvent = Wire<"VaultEvent">;

/** What of the log is asked for; left out is any. */
export interface UsageFilter {
  key?: string; // name of a secret, also of one that was deleted
  action?: VaultEvent["action"];
  by?: string; // id of a person or an API key
}

const limit = 100; // entries of a page

/** Who read or changed what, newest first, page by page: of one secret, or of the whole vault. */
export const useUsage = (scope: Scope, secret: string | undefined, filter: UsageFilter): UseInfiniteQueryResult<VaultEvent[]> =>
  useInfiniteQuery({
    queryKey: ["vault", scope, "usage", secret, filter],
    queryFn: async ({ signal, pageParam }) => {
      const query = { limit, action: filter.action, by: filter.by, before: pageParam };
      const answer = secret ? await api.get("/api/vault/{secret}/usage", { scope, path: { secret }, query, signal }) : await api.get("/api/vault/usage", { scope, query: { ...query, key: filter.key }, signal });
      return answer.items;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < limit ? undefined : page.at(-1)?.at),
    select: (data) => data.pages.flat(),
  });
