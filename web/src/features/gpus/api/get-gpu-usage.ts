import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { paths } from "@/lib/api/schema";
import type { Answer, Scope } from "@/lib/api/types";
import { earlierQuery, every, rangeQuery, type Comparison, type RangeSearch } from "@/lib/time/range";

export type Usage = Answer<paths["/api/gpu-usage"]["get"]>;
export type GpuUsage = Usage["items"][number];

/** What GPUs did in a range, and in the one that it is compared with. */
export const getGpuUsage = (scope: Scope, range: RangeSearch, compared: Comparison = "before", gpu?: string) =>
  queryOptions({
    queryKey: ["gpu-usage", scope, rangeQuery(range), compared, gpu],
    queryFn: ({ signal }) => {
      const { from: compareFrom, to: compareTo } = earlierQuery(range, compared);
      return api.get("/api/gpu-usage", { scope, query: { ...rangeQuery(range), compareFrom, compareTo, id: gpu }, signal });
    },
    refetchInterval: every(range, 60_000),
    placeholderData: (earlier) => earlier,
  });

export const useGpuUsage = (scope: Scope, range: RangeSearch, compared?: Comparison, gpu?: string) => useQuery(getGpuUsage(scope, range, compared, gpu));
