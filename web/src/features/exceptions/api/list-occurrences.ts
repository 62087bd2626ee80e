import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

export type Occurrence = Wire<"Exception">;

/** How many occurrences of a group are read; the newest ones. */
export const mostOccurrences = 200;

export const listOccurrences = (scope: Scope, range: RangeSearch, group: string) =>
  queryOptions({
    queryKey: ["exception", scope, rangeQuery(range), group],
    queryFn: async ({ signal }) => (await api.get("/api/telemetry/exceptions/{group}", { scope, path: { group }, query: { ...rangeQuery(range), limit: mostOccurrences }, signal })).items,
    refetchInterval: every(range, 30_000),
  });

export const useOccurrences = (scope: Scope, range: RangeSearch, group: string) => useQuery(listOccurrences(scope, range, group));
