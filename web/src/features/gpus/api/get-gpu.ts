import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { Scope } from "@/lib/api/types";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";
import type { Gpu } from "./list-gpus";

/** One GPU; null when it did not report in the range. */
export const getGpu = (scope: Scope, range: RangeSearch, gpu: string) =>
  queryOptions({
    queryKey: ["gpu", scope, rangeQuery(range), gpu],
    queryFn: async ({ signal }): Promise<Gpu | null> => {
      try {
        return await api.get("/api/gpus/{gpu}", { scope, path: { gpu }, query: rangeQuery(range), signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: every(range, 15_000),
  });

export const useGpu = (scope: Scope, range: RangeSearch, gpu: string) => useQuery(getGpu(scope, range, gpu));
