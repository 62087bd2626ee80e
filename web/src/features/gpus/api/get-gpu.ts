import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { Scope } from "@/lib/api/types";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";
import type { Gpu } from "./list-gpus";

/** One GPU; null when it did not report in the range. host tells apart two of the same id. */
export const getGpu = (scope: Scope, range: RangeSearch, gpu: string, host?: string) =>
  queryOptions({
    queryKey: ["gpu", scope, rangeQuery(range), gpu, host],
    queryFn: async ({ signal }): Promise<Gpu | null> => {
      try {
        if (host) return (await api.get("/api/gpus", { scope, query: { ...rangeQuery(range), id: gpu, host }, signal })).items[0] ?? null;
        return await api.get("/api/gpus/{gpu}", { scope, path: { gpu }, query: rangeQuery(range), signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: every(range, 15_000),
  });

export const useGpu = (scope: Scope, range: RangeSearch, gpu: string, host?: string) => useQuery(getGpu(scope, range, gpu, host));
