import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope } from "@/lib/api/types";
import { filterBody, type Filter } from "@/lib/telemetry/filter";
import { every, rangeQuery, spanOf, type RangeSearch, type Span } from "@/lib/time/range";

/** How many lines of each severity there were in each step of a range. */
export interface Severities {
  span: Span;
  step: number; // ms
  times: number[]; // start of each step, ms since 1970
  errors: number[]; // and fatal ones
  warnings: number[];
  infos: number[];
  rest: number[]; // debug, trace, and without a severity
}

// The least severity number of what is counted together.
const least = { errors: 17, warnings: 13, infos: 9, rest: 0 };
const numbers = 25; // of severities, 0 for none

/** Counts lines by severity over time. */
export const countSeverities = (scope: Scope, range: RangeSearch, filters: Filter[], text: string) =>
  queryOptions({
    queryKey: ["log-severities", scope, rangeQuery(range), filterBody(filters), text],
    queryFn: async ({ signal }): Promise<Severities> => {
      const span = spanOf(range, Date.now());
      const body = { signal: "logs" as const, from: String(span.from), to: String(span.to), filters: filterBody(filters), text: text || undefined, groupBy: { source: "field" as const, key: "severityNumber" }, groups: numbers };
      const { buckets, stepSeconds, groups = [] } = await api.post("/api/telemetry/timeline", { scope, body, signal });
      const sum = (from: number, below: number): number[] => {
        const among = groups.filter((g) => Number(g.value) >= from && Number(g.value) < below);
        return buckets.map((_, i) => among.reduce((n, g) => n + (g.counts[i] ?? 0), 0));
      };
      return {
        span,
        step: stepSeconds * 1000,
        times: buckets.map((b) => Date.parse(b.at)),
        errors: sum(least.errors, Infinity),
        warnings: sum(least.warnings, least.errors),
        infos: sum(least.infos, least.warnings),
        rest: sum(least.rest, least.infos),
      };
    },
    refetchInterval: every(range, 15_000),
    placeholderData: (before) => before,
  });

export const useSeverities = (scope: Scope, range: RangeSearch, filters: Filter[], text: string) => useQuery(countSeverities(scope, range, filters, text));
