import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

export type Host = Wire<"Host">;

export const listHosts = (scope: Scope, range: RangeSearch) =>
  queryOptions({
    queryKey: ["hosts", scope, rangeQuery(range)],
    queryFn: async ({ signal }) => (await api.get("/api/hosts", { scope, query: rangeQuery(range), signal })).items,
    refetchInterval: every(range, 15_000),
    placeholderData: (before) => before,
  });

export const useHosts = (scope: Scope, range: RangeSearch) => useQuery(listHosts(scope, range));
