import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { Scope, Wire } from "@/lib/api/types";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

export type Host = Wire<"Host">;

export const listHosts = (scope: Scope, range: RangeSearch) =>
  queryOptions({
    queryKey: ["hosts", scope, rangeQuery(range)],
    queryFn: async ({ signal }) => (await api.get("/api/hosts", { scope, query: rangeQuery(range), signal })).items,
    refetchInterval: every(range, 15_000),
    placeholderData: (before) => before,
  });

/** One host; null when it did not report in the range. */
export const getHost = (scope: Scope, range: RangeSearch, host: string) =>
  queryOptions({
    queryKey: ["host", scope, rangeQuery(range), host],
    queryFn: async ({ signal }): Promise<Host | null> => {
      try {
        return await api.get("/api/hosts/{host}", { scope, path: { host }, query: rangeQuery(range), signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: every(range, 15_000),
  });

export const useHost = (scope: Scope, range: RangeSearch, host: string) => useQuery(getHost(scope, range, host));

export const useHosts = (scope: Scope, range: RangeSearch) => useQuery(listHosts(scope, range));
