import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope } from "@/lib/api/types";
import type { Key } from "@/lib/telemetry/filter";
import { rangeQuery, type RangeSearch } from "@/lib/time/range";

/** The keys of attributes that records of a signal have in a range. */
export const listAttributeKeys = (scope: Scope, range: RangeSearch, signal: "traces" | "logs" | "metrics") =>
  queryOptions({
    queryKey: ["attribute-keys", scope, rangeQuery(range), signal],
    queryFn: async ({ signal: stop }): Promise<Key[]> => {
      const { attributes, resource, scope: of } = await api.get("/api/telemetry/attribute-keys", { scope, query: { ...rangeQuery(range), signal }, signal: stop });
      const keys = (source: Key["source"], names: string[] | null): Key[] => (names ?? []).map((key) => ({ source, key }));
      return [...keys("attribute", attributes), ...keys("resource", resource), ...keys("scope", of)];
    },
    staleTime: 5 * 60_000,
  });

export const useAttributeKeys = (scope: Scope, range: RangeSearch, signal: "traces" | "logs" | "metrics") => useQuery(listAttributeKeys(scope, range, signal));
