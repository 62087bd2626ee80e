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

type Values = Wire<"ValueCount">[];

/** The values of keys, each among the records that fulfil the filters on other keys, most frequent first; in the order of the keys. */
export const countValues = (scope: Scope, range: RangeSearch, { signal, filters, text, roots }: Records, keys: Key[], limit = 20) => {
  const body = { ...rangeQuery(range), signal, filters: filterBody(filters), text: text || undefined, roots, keys: keys.map(({ source, key }) => ({ source, key })), limit };
  return queryOptions({
    queryKey: ["facets", scope, body],
    queryFn: async ({ signal: stop }): Promise<Values[]> => (keys.length === 0 ? [] : (await api.post("/api/telemetry/facets", { scope, body, signal: stop })).items.map((f) => f.values ?? [])),
    refetchInterval: every(range, 60_000),
    staleTime: 30_000,
  });
};

const few = 20;
const many = 500; // values, when more are wanted
const most = 6; // keys of one request: the first are there while the others are counted

/** The values of the facets that are open; more of one when they are wanted. For <Facets>. */
export function useFacetValues(scope: Scope, range: RangeSearch, records: Records, keys: Key[]) {
  const [long, setLong] = useState<string[]>([]);
  const isLong = (key: Key): boolean => long.includes(keyText(key));
  const short = keys.filter((k) => !isLong(k));
  const asked = [...Array.from({ length: Math.ceil(short.length / most) }, (_, i) => ({ keys: short.slice(i * most, (i + 1) * most), limit: few })), ...keys.filter(isLong).map((k) => ({ keys: [k], limit: many }))];
  const found = useQueries({ queries: asked.map((a) => countValues(scope, range, records, a.keys, a.limit)) });
  const valuesOf = (key: Key): { values: Values | undefined; more: boolean; failed: boolean } => {
    const at = asked.findIndex((a) => a.keys.some((k) => sameKey(k, key)));
    const values = found[at]?.data?.[asked[at]?.keys.findIndex((k) => sameKey(k, key)) ?? -1];
    return { values, more: !isLong(key) && (values?.length ?? 0) >= few, failed: found[at]?.isError ?? false };
  };
  return { valuesOf, onMore: (key: Key) => setLong((before) => (before.includes(keyText(key)) ? before : [...before, keyText(key)])) };
}
