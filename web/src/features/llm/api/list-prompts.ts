import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { paths } from "@/lib/api/schema";
import type { Answer, Scope } from "@/lib/api/types";
import { filterBody, type Filter } from "@/lib/telemetry/filter";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

export type Prompt = Answer<paths["/api/genai/prompts"]["post"]>["items"][number];

/** What was asked in the calls of a range, the same words together, those that cost most. */
export const listPrompts = (scope: Scope, range: RangeSearch, where: Filter[], limit: number) =>
  queryOptions({
    queryKey: ["llm-prompts", scope, rangeQuery(range), filterBody(where), limit],
    queryFn: async ({ signal }): Promise<Prompt[]> => (await api.post("/api/genai/prompts", { scope, body: { ...rangeQuery(range), filters: filterBody(where), limit }, signal })).items,
    refetchInterval: every(range, 300_000),
    placeholderData: (earlier) => earlier,
  });

export const usePrompts = (scope: Scope, range: RangeSearch, where: Filter[], limit: number) => useQuery(listPrompts(scope, range, where, limit));
