import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDescription } from "@/features/metrics/api/describe-metric";
import { useSeriesCount } from "@/features/metrics/api/count-series";
import { useMetrics } from "@/features/metrics/api/list-metrics";
import { countValues } from "@/features/traces/api/count-values";
import { listAttributeKeys } from "@/features/traces/api/list-attribute-keys";
import type { Scope } from "@/lib/api/types";
import type { Query } from "@/lib/series/query";
import { sameKey, type Key } from "@/lib/telemetry/filter";
import type { RangeSearch } from "@/lib/time/range";
import type { Metric } from "./list-metrics";

/** What an editor of a query suggests. */
export interface Suggestions {
  metrics: Metric[];
  loading: boolean; // of the metrics
  metric: Metric | undefined; // the one that is chosen
  missing: boolean; // the one that is chosen was not sent in the range
  series: string | undefined; // how many the chosen one has: "64 series"
  keys: (Key & { distinct?: number })[]; // those that tell most apart first
  values: string[]; // of the key that onKey told of
  onKey: (key: Key | undefined) => void;
}

const fields: Record<"spans" | "logs", string[]> = {
  spans: ["service", "name", "kind", "status", "durationMs", "scope", "environment"],
  logs: ["service", "severity", "severityNumber", "body", "event", "scope", "environment"],
};

/** What can be chosen in a query: metrics, and the keys and values of its source. */
export function useSuggestions(scope: Scope, range: RangeSearch, query: Query): Suggestions {
  const [key, onKey] = useState<Key>();
  const ofMetric = query.source === "metric";
  const all = useMetrics(scope, range);
  const description = useDescription(scope, range, ofMetric ? query.metric : "");
  const signal = query.source === "logs" ? "logs" : "traces";
  const listed = listAttributeKeys(scope, range, signal);
  const attributes = useQuery({ ...listed, queryFn: ofMetric ? skipToken : listed.queryFn });
  const counted = countValues(scope, range, { signal, filters: [] }, key ? [key] : [], 100);
  const values = useQuery({ ...counted, queryFn: ofMetric ? skipToken : counted.queryFn });
  const series = useSeriesCount(scope, range, ofMetric ? query.metric : "", description.data);
  const common = { metrics: all.data ?? [], loading: all.isPending, onKey };
  if (ofMetric) {
    const of = description.data?.attributes ?? [];
    const keys = [...of].sort((a, b) => Number(b.distinct > 1) - Number(a.distinct > 1));
    const [metric] = [...(description.data?.metrics ?? [])].sort((a, b) => b.points - a.points);
    return { ...common, metric, missing: description.data === null, series, keys, values: (key && of.find((k) => sameKey(k, key))?.values) ?? [] };
  }
  const own: Key[] = fields[signal === "logs" ? "logs" : "spans"].map((name) => ({ source: "field", key: name }));
  return { ...common, metric: undefined, missing: false, series: undefined, keys: [...own, ...(attributes.data ?? [])], values: (values.data?.[0] ?? []).map((v) => v.value) };
}
