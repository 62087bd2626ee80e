import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { Scope, Wire } from "@/lib/api/types";
import { rangeQuery, type RangeSearch } from "@/lib/time/range";

export interface Description {
  metrics: Wire<"Metric">[];
  attributes: Wire<"AttributeValues">[];
}

/** What a metric is and what its series are split by; null when nobody sent it in the range. */
export const describeMetric = (scope: Scope, range: RangeSearch, name: string) =>
  queryOptions({
    queryKey: ["metrics", scope, rangeQuery(range), name],
    queryFn:
      name === ""
        ? skipToken
        : async ({ signal }): Promise<Description | null> => {
            try {
              return await api.get("/api/telemetry/metric-catalog/{name}", { scope, path: { name }, query: rangeQuery(range), signal });
            } catch (error) {
              if (error instanceof ApiError && error.status === 404) return null;
              throw error;
            }
          },
    staleTime: 60_000,
    placeholderData: (before) => (before?.metrics[0]?.name === name ? before : undefined),
  });

export const useDescription = (scope: Scope, range: RangeSearch, name: string) => useQuery(describeMetric(scope, range, name));
