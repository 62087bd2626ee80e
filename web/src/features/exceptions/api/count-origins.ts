import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import type { Occurrence } from "./list-occurrences";

/** Where exceptions came from: the values of one resource attribute. */
export interface Origin {
  name: string;
  values: { value: string; count: number }[]; // most frequent first
}

type Filter = Wire<"Filter">;

const kinds = [
  { name: "Service", key: "service.name" },
  { name: "Version", key: "service.version" },
  { name: "Host", key: "host.name" },
  { name: "Pod", key: "k8s.pod.name" },
];
const keys = kinds.map(({ key }) => ({ source: "resource" as const, key }));
const hour = 3_600_000;

/** Counts who told of occurrences, by their spans and log records. */
export const countOrigins = (scope: Scope, group: string, occurrences: Occurrence[]) =>
  queryOptions({
    queryKey: ["exception-origins", scope, group, occurrences.length, occurrences[0]?.at],
    queryFn: async ({ signal }): Promise<Origin[]> => {
      const count = async (recordedBy: Occurrence["recordedBy"]) => {
        const told = occurrences.filter((o) => o.recordedBy === recordedBy && o.traceId && o.spanId);
        if (told.length === 0) return [];
        const among = (key: string, values: (string | undefined)[]): Filter => ({ source: "field", key, op: "in", values: [...new Set(values.map((v) => v ?? ""))] });
        const filters = [among("traceId", told.map((o) => o.traceId)), among("spanId", told.map((o) => o.spanId))];
        if (recordedBy === "log") filters.push({ source: "attribute", key: "exception.type", op: "equals", value: told[0]?.type ?? "" });
        const times = told.map((o) => Date.parse(o.at));
        // A span is found by its start, which is before its exception.
        const body = { signal: recordedBy === "log" ? ("logs" as const) : ("traces" as const), from: String(Math.min(...times) - hour), to: String(Math.max(...times) + 1000), filters, keys };
        return (await api.post("/api/telemetry/facets", { scope, body, signal })).items;
      };
      const found = (await Promise.all([count("span"), count("log")])).flat();
      return kinds.map(({ name, key }) => ({ name, values: sum(found.filter((f) => f.key === key).flatMap((f) => f.values ?? [])) })).filter((o) => o.values.length > 0);
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
