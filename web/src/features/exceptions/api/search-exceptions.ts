import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { every, rangeQuery, spanOf, type RangeSearch } from "@/lib/time/range";

export type ExceptionGroup = Wire<"ExceptionGroup">;

/** How many groups are asked for; the most frequent ones. */
export const mostGroups = 1000;

const search = async (scope: Scope, times: { from: string; to: string }, service: string | undefined, signal: AbortSignal): Promise<ExceptionGroup[]> => {
  const filters = service === undefined ? [] : [{ source: "field" as const, key: "service", op: "equals" as const, value: service }];
  return (await api.post("/api/telemetry/exceptions/search", { scope, body: { ...times, filters, limit: mostGroups }, signal })).items;
};

/** The groups of exceptions in a range, of one service or of all. */
export const searchExceptions = (scope: Scope, range: RangeSearch, service?: string) =>
  queryOptions({
    queryKey: ["exceptions", scope, rangeQuery(range), service],
    queryFn: ({ signal }) => search(scope, rangeQuery(range), service, signal),
    refetchInterval: every(range, 15_000),
    placeholderData: (before) => before,
  });

export const useExceptions = (scope: Scope, range: RangeSearch, service?: string) => useQuery(searchExceptions(scope, range, service));

const week = 7 * 86_400_000;

/** The week before a range, as the server takes it. */
export function weekBefore(range: RangeSearch): { from: string; to: string } {
  if (range.from !== undefined) return { from: String(range.from - week), to: String(range.from) };
  const back = -spanOf(range, 0).from;
  return { from: `now-${(back + week) / 1000}s`, to: `now-${back / 1000}s` };
}

/** When each group was first seen in the week before a range: what is not in it is new. */
export const searchEarlier = (scope: Scope, range: RangeSearch) =>
  queryOptions({
    queryKey: ["exceptions-earlier", scope, weekBefore(range)],
    queryFn: async ({ signal }) => new Map((await search(scope, weekBefore(range), undefined, signal)).map((g) => [g.id, g.firstSeen])),
    staleTime: 300_000,
    placeholderData: (before) => before,
  });

export const useEarlier = (scope: Scope, range: RangeSearch) => useQuery(searchEarlier(scope, range));
