import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { filterBody, keyText, sameKey, type Filter, type Key } from "@/lib/telemetry/filter";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

/** Which records are counted. */
export interface Records {
  signal: "traces" | "logs";
  filters: Filter[];
  text?: string; // words in the body of logs, in the texts of spans
  roots?: boolean; // traces, found by any of their spans; else spans
  rootless?: boolean; // with roots: traces too whose root was not received
}

type Values = Wire<"ValueCount">[];

/** The values of keys, each among the records that fulfil the filters on other keys, most frequent first; in the order of the keys. */
export const countValues = (scope: Scope, range: RangeSearch, { signal, filters, text, roots, rootless }: Records, keys: Key[], limit = 20) => {
  const body = { ...rangeQuery(range), signal, filters: filterBody(filters), text: text || undefined, roots, rootless, keys: keys.map(({ source, key }) => ({ source, key })), limit };
  return queryOptions({
    queryKey: ["facets", scope, body],
    queryFn: async ({ signal: stop }): Promise<Values[]> => (keys.length === 0 ? [] : (await api.post("/api/telemetry/facets", { scope, body, signal: stop })).items.map((f) => f.values ?? [])),
    refetchInterval: every(range, 60_000),
    staleTime: 30_000,
    // What was counted with other filters stays until it is counted anew.
    placeholderData: (before, query) => (JSON.stringify((query?.queryKey[2] as typeof body | undefined)?.keys) === JSON.stringify(body.keys) ? before : undefined),
  });
};

const few = 20;
const many = 500; // values, when more are wanted
const most = 12; // keys of one request

/** The values of the facets that are open; more of one when they are wanted. For <Facets>. */
export function useFacetValues(scope: Scope, range: RangeSearch, records: Records, keys: Key[]) {
  const [long, setLong] = useState<string[]>([]);
  const isLong = (key: Key): boolean => long.includes(keyText(key));
  const short = keys.filter((k) => !isLong(k));
  const [first, rest] = [short.slice(0, most), short.slice(most, 2 * most)];
  const counted = [
    { keys: first, query: useQuery(countValues(scope, range, records, first, few)) },
    { keys: rest, query: useQuery(countValues(scope, range, records, rest, few)) },
  ];
  const longKeys = keys.filter(isLong);
  const longer = useQueries({ queries: longKeys.map((k) => countValues(scope, range, records, [k], many)) });
  const all = [...counted, ...longKeys.map((k, i) => ({ keys: [k], query: longer[i] }))];
  const valuesOf = (key: Key): { values: Values | undefined; more: boolean; failed: boolean } => {
    const found = all.find((a) => a.keys.some((k) => sameKey(k, key)));
    const values = found?.query?.data?.[found.keys.findIndex((k) => sameKey(k, key))];
    return { values, more: !isLong(key) && (values?.length ?? 0) >= few, failed: found?.query?.isError ?? false };
  };
  return { valuesOf, onMore: (key: Key) => setLong((before) => (before.includes(keyText(key)) ? before : [...before, keyText(key)])) };
}
