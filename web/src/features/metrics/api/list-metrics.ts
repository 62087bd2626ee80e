import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

export type Metric = Wire<"Metric">;

/** The metrics that were sent in a range, by name. */
export const listMetrics = (scope: Scope, range: RangeSearch) =>
  queryOptions({
    queryKey: ["metrics", scope, rangeQuery(range)],
    queryFn: async ({ signal }) => (await api.get("/api/telemetry/metric-catalog", { scope, query: { ...rangeQuery(range), limit: 5000 }, signal })).items,
    refetchInterval: every(range, 120_000),
    staleTime: 60_000,
    placeholderData: (before) => before,
  });

export const useMetrics = (scope: Scope, range: RangeSearch) => useQuery(listMetrics(scope, range));
