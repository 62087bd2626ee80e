import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { rangeQuery, type RangeSearch } from "@/lib/time/range";

export type Kernel = Wire<"Kernel">;

export const listKernels = (scope: Scope, range: RangeSearch, on: { gpu: string; host: string; pid?: string }) =>
  queryOptions({
    queryKey: ["gpu-kernels", scope, rangeQuery(range), on],
    queryFn: async ({ signal }) => (await api.get("/api/gpu-kernels", { scope, query: { ...rangeQuery(range), ...on, limit: 10 }, signal })).items,
  });

export const useKernels = (scope: Scope, range: RangeSearch, on: { gpu: string; host: string; pid?: string }) => useQuery(listKernels(scope, range, on));
