import { queryOptions, useQueries } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { Scope } from "@/lib/api/types";
import { every, rangeQuery, spanOf, type RangeSearch } from "@/lib/time/range";
import type { SeriesResult } from "./query-series";

/** A metric of everything that reports it, in few steps: for small lines beside each other. */
export interface FleetAsk {
  metric: string;
  by: { source: "attribute" | "resource"; key: string }[]; // what tells the things apart
  only?: Record<string, string>; // attributes that it must have
}

/** The mark that the arrival of series leaves in the browser's performance timeline. */
export const arrival = "fleet series arrived";

const steps = 40;
const most = 1000; // things

/** null when nobody sent it in the range. */
export const queryFleetSeries = (scope: Scope, range: RangeSearch, ask: FleetAsk) =>
  queryOptions({
    queryKey: ["fleet-series", scope, rangeQuery(range), ask],
    queryFn: async ({ signal }): Promise<SeriesResult | null> => {
      const { from, to } = spanOf(range, Date.now());
      const stepSeconds = Math.max(60, Math.ceil((to - from) / 1000 / steps / 60) * 60);
      const filters = Object.entries(ask.only ?? {}).map(([key, value]) => ({ source: "attribute" as const, key, op: "equals" as const, value }));
      try {
        return await api.post("/api/telemetry/series", { scope, body: { ...rangeQuery(range), metric: ask.metric, groupBy: ask.by, filters, stepSeconds, limit: most }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      } finally {
        performance.mark(arrival);
      }
    },
    refetchInterval: every(range, 60_000),
    placeholderData: (before) => before,
  });

export const useFleetSeries = (scope: Scope, range: RangeSearch, asks: FleetAsk[]) => useQueries({ queries: asks.map((ask) => queryFleetSeries(scope, range, ask)) });

/** The values of each thing by the labels that tell it apart, joined by a line break. */
export function valuesBy(result: SeriesResult | null | undefined, ask: FleetAsk): Map<string, (number | null)[]> {
  return new Map(result?.series.map((s) => [ask.by.map(({ key }) => s.labels[key] ?? "").join("\n"), s.values]));
}
