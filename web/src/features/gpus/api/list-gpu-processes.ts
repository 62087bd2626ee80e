import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

export type Process = Wire<"Process">;

/** The processes on all GPUs, or on one. */
export const listGpuProcesses = (scope: Scope, range: RangeSearch, on: { gpu?: string; host?: string } = {}) =>
  queryOptions({
    queryKey: ["gpu-processes", scope, rangeQuery(range), on],
    queryFn: async ({ signal }) => (await api.get("/api/gpu-processes", { scope, query: { ...rangeQuery(range), ...on }, signal })).items,
    refetchInterval: every(range, 15_000),
    placeholderData: (before) => before,
  });

export const useGpuProcesses = (scope: Scope, range: RangeSearch, on?: { gpu?: string; host?: string }) => useQuery(listGpuProcesses(scope, range, on));
