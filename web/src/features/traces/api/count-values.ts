import { useQueries, queryOptions } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { filterBody, keyText, sameKey, type Filter, type Key } from "@/lib/telemetry/filter";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

/** Which records are counted. */
export interface Records {
  signal: "traces" | "logs";
  filters: Filter[];
  text?: string; // words in the body; for logs
  roots?: boolean; // only root spans; for traces
}

/** The values of a key among the records that fulfil the filters on other keys, most frequent first. */
export const countValues = (scope: Scope, range: RangeSearch, { signal, filters, text, roots }: Records, key: Key, limit = 20) => {
  const others = filterBody(filters.filter((f) => !sameKey(f, key)));
  return queryOptions({
    queryKey: ["facet", scope, rangeQuery(range), signal, others, text, roots, key.source, key.key, limit],
    queryFn: async ({ signal: stop }): Promise<Wire<"ValueCount">[]> => {
      const body = { ...rangeQuery(range), signal, filters: others, text: text || undefined, roots, keys: [{ source: key.source, key: key.key }], limit };
      return (await api.post("/api/telemetry/facets", { scope, body, signal: stop })).items[0]?.values ?? [];
    },
    refetchInterval: every(range, 60_000),
    staleTime: 30_000,
    placeholderData: (before) => before,
  });
};

const many = 500; // values, when more are wanted

/** The values of several keys, each as soon as it is counted; more of a key when they are wanted. For <Facets>. */
export function useFacetValues(scope: Scope, range: RangeSearch, records: Records, keys: Key[]) {
  const [long, setLong] = useState<string[]>([]);
  const limitOf = (key: Key): number => (long.includes(keyText(key)) ? many : 20);
  const found = useQueries({ queries: keys.map((key) => countValues(scope, range, records, key, limitOf(key))) });
  const valuesOf = (key: Key) => {
    const query = found[keys.findIndex((k) => sameKey(k, key))];
    return { values: query?.data, more: (query?.data?.length ?? 0) >= limitOf(key) && limitOf(key) < many, failed: query?.isError ?? false };
  };
  return { valuesOf, onMore: (key: Key) => setLong((before) => (before.includes(keyText(key)) ? before : [...before, keyText(key)])) };
}
