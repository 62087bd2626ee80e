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

/** Counts lines by severity over time. The server counts all and errors; the others are what more severe ones leave. */
export const countSeverities = (scope: Scope, range: RangeSearch, filters: Filter[], text: string) =>
  queryOptions({
    queryKey: ["log-severities", scope, rangeQuery(range), filterBody(filters), text],
    queryFn: async ({ signal }): Promise<Severities> => {
      const span = spanOf(range, Date.now()); // the same instants for all requests
      const count = async (least?: number) => {
        const most = filterBody(filters);
        if (least !== undefined) most.push({ source: "field", key: "severityNumber", op: "gte", value: String(least) });
        return api.post("/api/telemetry/timeline", { scope, body: { signal: "logs", from: String(span.from), to: String(span.to), filters: most, text: text || undefined }, signal });
      };
      const [all, info, warn] = await Promise.all([count(), count(9), count(13)]);
      const steps = all.buckets ?? [];
      const [infos, warns] = [info.buckets ?? [], warn.buckets ?? []];
      return {
        span,
        step: all.stepSeconds * 1000,
        times: steps.map((b) => Date.parse(b.at)),
        errors: steps.map((b) => b.errors),
        warnings: steps.map((b, i) => Math.max(0, (warns[i]?.count ?? 0) - b.errors)),
        infos: steps.map((_, i) => Math.max(0, (infos[i]?.count ?? 0) - (warns[i]?.count ?? 0))),
        rest: steps.map((b, i) => Math.max(0, b.count - (infos[i]?.count ?? 0))),
      };
    },
    refetchInterval: every(range, 15_000),
    placeholderData: (before) => before,
  });

export const useSeverities = (scope: Scope, range: RangeSearch, filters: Filter[], text: string) => useQuery(countSeverities(scope, range, filters, text));
