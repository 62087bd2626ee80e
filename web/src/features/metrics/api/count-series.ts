import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope } from "@/lib/api/types";
import { plural } from "@/lib/format";
import { rangeQuery, type RangeSearch } from "@/lib/time/range";
import type { Description } from "./describe-metric";

const mostKeys = 8; // that the server groups by
const week = 604_800; // s; of steps as many as are needed, which is few

/** How many series a metric has: the groups by all that tells them apart, or by the keys that tell most, those of points first. */
const countSeries = (scope: Scope, range: RangeSearch, metric: string, description: Description | null | undefined) => {
  const telling = (description?.attributes ?? []).filter((k) => k.distinct > 1).sort((a, b) => Number(b.source === "attribute") - Number(a.source === "attribute") || b.distinct - a.distinct);
  const groupBy = telling.slice(0, mostKeys).map(({ source, key }) => ({ source, key }));
  return queryOptions({
    queryKey: ["count-series", scope, rangeQuery(range), metric, groupBy],
    queryFn:
      metric === "" || !description
        ? skipToken
        : async ({ signal }) => {
            const found = await api.post("/api/telemetry/series", { scope, body: { ...rangeQuery(range), metric, groupBy, stepSeconds: week, limit: 1 }, signal });
            return { count: found.series.length + (found.left ?? 0), exact: telling.length <= mostKeys };
          },
    staleTime: 5 * 60_000,
  });
};

/** How many series a metric has, in words; undefined while that is not known. */
export function useSeriesCount(scope: Scope, range: RangeSearch, metric: string, description: Description | null | undefined): string | undefined {
  const { data } = useQuery(countSeries(scope, range, metric, description));
  return data && `${data.exact ? "" : "at least "}${plural(data.count, "series").replace(/seriess$/, "series")}`;
}
