import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { Scope, Wire } from "@/lib/api/types";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

export type SpokenCall = Wire<"SpokenCall">;
export type Message = Wire<"ModelMessage">;

/** The calls of a conversation in the order of time; none when it was not held in the range. */
export const getConversation = (scope: Scope, range: RangeSearch, conversation: string) =>
  queryOptions({
    queryKey: ["conversation", scope, rangeQuery(range), conversation],
    queryFn: async ({ signal }): Promise<SpokenCall[]> => {
      try {
        return (await api.get("/api/genai/conversations/{conversation}", { scope, path: { conversation }, query: rangeQuery(range), signal })).items;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return [];
        throw error;
      }
    },
    refetchInterval: every(range, 30_000),
  });

export const useConversation = (scope: Scope, range: RangeSearch, conversation: string) => useQuery(getConversation(scope, range, conversation));
