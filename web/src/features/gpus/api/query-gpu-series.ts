import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { paths } from "@/lib/api/schema";
import type { Answer, Scope } from "@/lib/api/types";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

export type SeriesResult = Answer<paths["/api/telemetry/series"]["post"]>;

/** Which series of a GPU to ask for. */
export interface Ask {
  metric: string;
  by?: string[]; // attributes that split it
  aggregation?: "max" | "increase";
  only?: Record<string, string>; // attributes that it must have
}

/** A metric of one GPU over time; null when nobody sent it in the range. */
export const queryGpuSeries = (scope: Scope, range: RangeSearch, gpu: { id: string; host: string }, ask: Ask) =>
  queryOptions({
    queryKey: ["gpu-series", scope, rangeQuery(range), gpu.host, gpu.id, ask],
    queryFn: async ({ signal }): Promise<SeriesResult | null> => {
      const equals = (source: "attribute" | "resource") => ([key, value]: [string, string]) => ({ source, key, op: "equals" as const, value });
      const body = {
        ...rangeQuery(range),
        metric: ask.metric,
        aggregation: ask.aggregation,
        groupBy: ask.by?.map((key) => ({ source: "attribute" as const, key })),
        filters: [equals("resource")(["host.name", gpu.host]), ...Object.entries({ "hw.id": gpu.id, ...ask.only }).map(equals("attribute"))],
      };
      try {
        return await api.post("/api/telemetry/series", { scope, body, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: every(range, 30_000),
    placeholderData: (before) => before,
  });

export const useGpuSeries = (scope: Scope, range: RangeSearch, gpu: { id: string; host: string }, ask: Ask) => useQuery(queryGpuSeries(scope, range, gpu, ask));

export const useManyGpuSeries = (scope: Scope, range: RangeSearch, gpu: { id: string; host: string }, asks: Ask[]) =>
  useQueries({ queries: asks.map((ask) => queryGpuSeries(scope, range, gpu, ask)) });
