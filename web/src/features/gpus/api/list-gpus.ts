import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

export type Gpu = Wire<"GPU">;

export const listGpus = (scope: Scope, range: RangeSearch) =>
  queryOptions({
    queryKey: ["gpus", scope, rangeQuery(range)],
    queryFn: async ({ signal }) => (await api.get("/api/gpus", { scope, query: rangeQuery(range), signal })).items,
    refetchInterval: every(range, 15_000),
    placeholderData: (before) => before,
  });

export const useGpus = (scope: Scope, range: RangeSearch) => useQuery(listGpus(scope, range));
