import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope } from "@/lib/api/types";
import { filterBody, valueFilter, type Filter } from "@/lib/telemetry/filter";
import type { Occurrence } from "./list-occurrences";

/** Where exceptions came from: the values of one resource attribute. */
export interface Origin {
  name: string;
  key: string; // of the resource
  values: { value: string; count: number }[]; // most frequent first
}

/** The spans or log records that told of some occurrences. */
export interface Tellers {
  signal: "traces" | "logs";
  from: number; // ms since 1970
  to: number;
  filters: Filter[];
}

const kinds = [
  { name: "Service", key: "service.name" },
  { name: "Version", key: "service.version" },
  { name: "Host", key: "host.name" },
  { name: "Pod", key: "k8s.pod.name" },
];
const keys = kinds.map(({ key }) => ({ source: "resource" as const, key }));
const hour = 3_600_000;

/** Who told of occurrences: spans and log records, each if any did. */
export function tellersOf(occurrences: Occurrence[]): Tellers[] {
  return (["span", "log"] as const).flatMap((recordedBy) => {
    const told = occurrences.filter((o) => o.recordedBy === recordedBy && o.traceId && o.spanId);
    if (told.length === 0) return [];
    const among = (key: string, values: (string | undefined)[]): Filter => ({ source: "field", key, op: "in", values: [...new Set(values.map((v) => v ?? ""))], not: false });
    const filters = [among("spanId", told.map((o) => o.spanId))];
    if (recordedBy === "log") filters.push(valueFilter({ source: "attribute", key: "exception.type" }, told[0]?.type ?? ""));
    const times = told.map((o) => Date.parse(o.at));
    // A span is found by its start, which is before its exception.
    return [{ signal: recordedBy === "log" ? ("logs" as const) : ("traces" as const), from: Math.min(...times) - hour, to: Math.max(...times) + 1000, filters }];
  });
}

/** Counts who told of occurrences. */
export const countOrigins = (scope: Scope, group: string, occurrences: Occurrence[]) =>
  queryOptions({
    queryKey: ["exception-origins", scope, group, occurrences.length, occurrences[0]?.at],
    queryFn: async ({ signal }): Promise<Origin[]> => {
      const count = async ({ filters, from, to, signal: of }: Tellers) => (await api.post("/api/telemetry/facets", { scope, body: { signal: of, from: String(from), to: String(to), filters: filterBody(filters), keys }, signal })).items;
      const found = (await Promise.all(tellersOf(occurrences).map(count))).flat();
      return kinds.map(({ name, key }) => ({ name, key, values: sum(found.filter((f) => f.key === key).flatMap((f) => f.values ?? [])) })).filter((o) => o.values.length > 0);
    },
    staleTime: 60_000,
    placeholderData: (before) => before,
  });

export const useOrigins = (scope: Scope, group: string, occurrences: Occurrence[]) => useQuery(countOrigins(scope, group, occurrences));

/** Adds up the counts of the same value. */
function sum(values: { value: string; count: number }[]): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { value, count } of values) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}
