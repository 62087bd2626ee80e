import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { paths } from "@/lib/api/schema";
import type { Answer, Scope, Wire } from "@/lib/api/types";
import { filterBody, type Filter, type Key } from "@/lib/telemetry/filter";
import { every, type RangeSearch } from "@/lib/time/range";

export type CallUsage = Wire<"CallUsage">;
export type Usage = Answer<paths["/api/genai/usage"]["post"]>;
export type Dimension = "model" | "provider" | "service" | "user" | "operation" | "agent" | "conversation";

/** What to add up. */
export interface Ask {
  times: { from: string; to: string };
  by: string; // a dimension, or the key of an attribute as keyText writes it
  where: Filter[];
  overTime?: boolean;
  limit?: number; // groups, those that cost most
}

/** How calls are grouped by a dimension or by the key of an attribute. */
function grouped(by: string): { groupBy: Dimension[] } | { groupByKeys: Key[] } {
  const [source, ...key] = by.split(":");
  return key.length > 0 ? { groupByKeys: [{ source: source as Key["source"], key: key.join(":") }] } : { groupBy: [by as Dimension] };
}

/** Calls of language models, added up. */
export const getLlmUsage = (scope: Scope, range: RangeSearch, { times, by, where, overTime, limit }: Ask) =>
  queryOptions({
    queryKey: ["llm-usage", scope, times, by, filterBody(where), overTime, limit],
    queryFn: ({ signal }) => api.post("/api/genai/usage", { scope, body: { ...times, ...grouped(by), filters: filterBody(where), overTime, limit, sort: "cost" }, signal }),
    refetchInterval: every(range, 60_000),
    placeholderData: (earlier) => earlier,
  });

export const useLlmUsage = (scope: Scope, range: RangeSearch, ask: Ask) => useQuery(getLlmUsage(scope, range, ask));
