import { queryOptions, useQueries } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { paths } from "@/lib/api/schema";
import type { Answer, Scope } from "@/lib/api/types";
import { earlierQuery, every, rangeQuery, type Comparison, type RangeSearch } from "@/lib/time/range";

export type SeriesResult = Answer<paths["/api/telemetry/series"]["post"]>;

/** Which series to ask for. */
export interface Ask {
  metric: string;
  by?: string[]; // attributes that split it
  aggregation?: "max" | "increase" | "rate";
  across?: "sum" | "avg" | "max";
  only?: Record<string, string>; // attributes that it must have
}

/** Whose series: those of a host, or of a part of it by its attributes. */
export interface Owner {
  host: string;
  attributes?: Record<string, string>;
}

export const gpuOwner = (gpu: { id: string; host: string }): Owner => ({ host: gpu.host, attributes: { "hw.id": gpu.id } });

/** A metric over time; null when nobody sent it in the range. With a comparison, in the range that it names. */
export const querySeries = (scope: Scope, range: RangeSearch, owner: Owner, ask: Ask, compared?: Comparison) =>
  queryOptions({
    queryKey: ["series", scope, compared ? earlierQuery(range, compared) : rangeQuery(range), owner, ask],
    queryFn: async ({ signal }): Promise<SeriesResult | null> => {
      const equals = (source: "attribute" | "resource") => ([key, value]: [string, string]) => ({ source, key, op: "equals" as const, value });
      const body = {
        ...(compared ? earlierQuery(range, compared) : rangeQuery(range)),
        metric: ask.metric,
        aggregation: ask.aggregation,
        across: ask.across,
        groupBy: ask.by?.map((key) => ({ source: "attribute" as const, key })),
        filters: [equals("resource")(["host.name", owner.host]), ...Object.entries({ ...owner.attributes, ...ask.only }).map(equals("attribute"))],
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

export const useManySeries = (scope: Scope, range: RangeSearch, owner: Owner, asks: Ask[], compared?: Comparison) =>
  useQueries({ queries: asks.map((ask) => querySeries(scope, range, owner, ask, compared)) });
