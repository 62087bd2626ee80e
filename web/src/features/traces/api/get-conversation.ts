import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type SpokenCall = Wire<"SpokenCall">;
export type Message = Wire<"ModelMessage">;
export type MessagePart = Wire<"MessagePart">;

/** The calls of models, tools and agents of a trace, with what was said, tokens and cost. */
export const getTraceCalls = (scope: Scope, trace: string) =>
  queryOptions({
    queryKey: ["trace-calls", scope, trace],
    queryFn: async ({ signal }): Promise<SpokenCall[]> => (await api.get("/api/genai/traces/{traceId}", { scope, path: { traceId: trace }, signal })).items,
    staleTime: 60_000,
  });

/** What was said in one span. */
export const getSpanCall = (scope: Scope, traceId: string, spanId: string) =>
  queryOptions({
    queryKey: ["span-call", scope, traceId, spanId],
    queryFn: ({ signal }): Promise<SpokenCall> => api.get("/api/genai/spans/{spanId}", { scope, path: { spanId }, query: { traceId }, signal }),
    staleTime: 60_000,
  });

export const useTraceCalls = (scope: Scope, trace: string, enabled: boolean) => useQuery({ ...getTraceCalls(scope, trace), enabled });
export const useSpanCall = (scope: Scope, traceId: string, spanId: string) => useQuery(getSpanCall(scope, traceId, spanId));
