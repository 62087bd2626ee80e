import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { paths } from "@/lib/api/schema";
import type { Answer, Scope } from "@/lib/api/types";
import { earlierQuery, every, rangeQuery, type RangeSearch } from "@/lib/time/range";

export type Usage = Answer<paths["/api/gpu-usage"]["get"]>;
export type GpuUsage = Usage["items"][number];
export type Totals = Usage["totals"];

/** What GPUs did in a range, and the sums of the range before it. */
export const getGpuUsage = (scope: Scope, range: RangeSearch, gpu?: string) =>
  queryOptions({
    queryKey: ["gpu-usage", scope, rangeQuery(range), gpu],
    queryFn: ({ signal }) => {
      const { from: compareFrom, to: compareTo } = earlierQuery(range);
      return api.get("/api/gpu-usage", { scope, query: { ...rangeQuery(range), compareFrom, compareTo, id: gpu }, signal });
    },
    refetchInterval: every(range, 60_000),
    placeholderData: (earlier) => earlier,
  });

export const useGpuUsage = (scope: Scope, range: RangeSearch, gpu?: string) => useQuery(getGpuUsage(scope, range, gpu));
