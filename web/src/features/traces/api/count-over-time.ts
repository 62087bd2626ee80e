import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { paths } from "@/lib/api/schema";
import type { Answer, Scope } from "@/lib/api/types";
import { filterBody } from "@/lib/telemetry/filter";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";
import type { Records } from "./count-values";

export type Counts = Answer<paths["/api/telemetry/timeline"]["post"]>;

/** How many records there were over time, how many of them errors, and how long spans took; of traces, that of their root spans. With failed only the records that did, traces by any of their spans. */
export const countOverTime = (scope: Scope, range: RangeSearch, { signal, filters, text, roots, rootless }: Records, failed?: true) =>
  queryOptions({
    queryKey: ["timeline", scope, rangeQuery(range), signal, filterBody(filters), text, roots, rootless, failed],
    queryFn: ({ signal: stop }): Promise<Counts> => api.post("/api/telemetry/timeline", { scope, body: { ...rangeQuery(range), signal, filters: filterBody(filters), text: text || undefined, roots, rootless, errors: failed }, signal: stop }),
    refetchInterval: every(range, 15_000),
    placeholderData: (before) => before,
  });

export const useCountsOverTime = (scope: Scope, range: RangeSearch, records: Records, failed?: true) => useQuery(countOverTime(scope, range, records, failed));
