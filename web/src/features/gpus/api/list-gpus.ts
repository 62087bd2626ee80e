import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { rangeQuery, type RangeSearch } from "@/lib/time/range";

export type Gpu = Wire<"GPU">;

/** How often what ends now is asked for again, in ms. */
export const often = (range: RangeSearch): number | false => (range.from === undefined ? 15_000 : false);

export const listGpus = (scope: Scope, range: RangeSearch) =>
  queryOptions({
    queryKey: ["gpus", scope, rangeQuery(range)],
    queryFn: async ({ signal }) => (await api.get("/api/gpus", { scope, query: rangeQuery(range), signal })).items,
    refetchInterval: often(range),
    placeholderData: (before) => before,
  });

export const useGpus = (scope: Scope, range: RangeSearch) => useQuery(listGpus(scope, range));
