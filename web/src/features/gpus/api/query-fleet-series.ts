import { queryOptions, useQueries } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { Scope } from "@/lib/api/types";
import type { Aggregation } from "@/lib/series/query";
import { unitOf } from "@/lib/series/unit";
import { every, rangeQuery, spanOf, type RangeSearch } from "@/lib/time/range";
import { join } from "@/ui/chart-gaps";
import type { SeriesResult } from "./query-series";

/** A metric of everything that reports it, in few steps: for small lines beside each other. */
export interface FleetAsk {
  metric: string;
  by: { source: "attribute" | "resource"; key: string }[]; // what tells the things apart
  only?: Record<string, string>; // attributes that it must have
  aggregation?: "increase" | "max"; // else what the server does of itself
  across?: "max" | "sum";
  steps?: number; // of the range, 40 when left out
}

/** The mark that the arrival of series leaves in the browser's performance timeline. */
export const arrival = "fleet series arrived";

const few = 40; // steps
const most = 1000; // things

/** null when nobody sent it in the range. */
export const queryFleetSeries = (scope: Scope, range: RangeSearch, ask: FleetAsk) =>
  queryOptions({
    queryKey: ["fleet-series", scope, rangeQuery(range), ask],
    queryFn: async ({ signal }): Promise<SeriesResult | null> => {
      const { from, to } = spanOf(range, Date.now());
      const stepSeconds = Math.max(60, Math.ceil((to - from) / 1000 / (ask.steps ?? few) / 60) * 60);
      const filters = Object.entries(ask.only ?? {}).map(([key, value]) => ({ source: "attribute" as const, key, op: "equals" as const, value }));
      try {
        return await api.post("/api/telemetry/series", { scope, body: { ...rangeQuery(range), metric: ask.metric, aggregation: ask.aggregation, across: ask.across, groupBy: ask.by, filters, stepSeconds, limit: most }, signal });
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

/** The line of one thing. */
export interface FleetLine {
  values: (number | null)[]; // joined across steps between reports
  last: number; // value
}

/** The lines of a metric by the labels that tell things apart, joined by a line break. */
export interface FleetLines {
  of: Map<string, FleetLine>;
  high: number; // greatest value
  unit: string;
}

const read = new WeakMap<SeriesResult, FleetLines>();
const none: FleetLines = { of: new Map(), high: 0, unit: "" };

/** Reads the lines of an answer, once: they are the same ones as long as the answer is, so that what is drawn stays. */
export function linesOf(result: SeriesResult | null | undefined, ask: FleetAsk): FleetLines {
  if (!result) return none;
  const known = read.get(result);
  if (known) return known;
  const lines: FleetLines = { of: new Map(), high: 0, unit: unitOf(result.metric.unit ?? "", result.aggregation as Aggregation) };
  for (const { labels, values } of result.series) {
    let last: number | undefined;
    for (const value of values) {
      if (value == null) continue;
      last = value;
      if (value > lines.high) lines.high = value;
    }
    if (last !== undefined) lines.of.set(ask.by.map(({ key }) => labels[key] ?? "").join("\n"), { values: join(values), last });
  }
  read.set(result, lines);
  return lines;
}
