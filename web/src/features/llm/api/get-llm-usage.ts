import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { paths } from "@/lib/api/schema";
import type { Answer, Scope, Wire } from "@/lib/api/types";
import { filterBody, type Filter } from "@/lib/telemetry/filter";
import { every, type RangeSearch } from "@/lib/time/range";

export type CallUsage = Wire<"CallUsage">;
export type Usage = Answer<paths["/api/genai/usage"]["post"]>;
export type Dimension = "model" | "provider" | "service" | "user" | "operation" | "agent" | "conversation";

/** What to add up. */
export interface Ask {
  times: { from: string; to: string };
  by: Dimension;
  where: Filter[];
  overTime?: boolean;
  limit?: number; // groups, those that cost most
}

/** Calls of language models, added up. */
export const getLlmUsage = (scope: Scope, range: RangeSearch, { times, by, where, overTime, limit }: Ask) =>
  queryOptions({
    queryKey: ["llm-usage", scope, times, by, filterBody(where), overTime, limit],
    queryFn: ({ signal }) => api.post("/api/genai/usage", { scope, body: { ...times, groupBy: [by], filters: filterBody(where), overTime, limit, sort: "cost" }, signal }),
    refetchInterval: every(range, 60_000),
    placeholderData: (earlier) => earlier,
  });

export const useLlmUsage = (scope: Scope, range: RangeSearch, ask: Ask) => useQuery(getLlmUsage(scope, range, ask));
