import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { paths } from "@/lib/api/schema";
import type { Answer, Scope, Wire } from "@/lib/api/types";
import type { Span } from "./get-trace";

export type SpanGpus = Answer<paths["/api/telemetry/spans/{spanId}/gpus"]["get"]>;

interface Ids {
  traceId: string;
  spanId: string;
}

/** A span with everything that was sent. */
export const getSpan = (scope: Scope, { traceId, spanId }: Ids) =>
  queryOptions({
    queryKey: ["span", scope, traceId, spanId],
    queryFn: ({ signal }): Promise<Span> => api.get("/api/telemetry/spans/{spanId}", { scope, path: { spanId }, query: { traceId }, signal }),
    staleTime: 60_000,
  });

/** The GPUs of the pod, host or node that sent a span, as they were when it ended. */
export const getSpanGpus = (scope: Scope, { traceId, spanId }: Ids) =>
  queryOptions({
    queryKey: ["span-gpus", scope, traceId, spanId],
    queryFn: ({ signal }): Promise<SpanGpus> => api.get("/api/telemetry/spans/{spanId}/gpus", { scope, path: { spanId }, query: { traceId }, signal }),
    staleTime: 60_000,
  });

/** The groups of the exceptions that a span tells of. */
export const getSpanExceptions = (scope: Scope, span: Span) =>
  queryOptions({
    queryKey: ["span-exceptions", scope, span.traceId, span.spanId],
    queryFn: async ({ signal }): Promise<Wire<"ExceptionGroup">[]> => {
      const start = Date.parse(span.start);
      const equals = (key: string, value: string) => ({ source: "field" as const, key, op: "equals" as const, value });
      const body = { from: String(start - 60_000), to: String(Math.ceil(start + span.durationNs / 1e6) + 60_000), filters: [equals("traceId", span.traceId), equals("spanId", span.spanId)] };
      return (await api.post("/api/telemetry/exceptions/search", { scope, body, signal })).items;
    },
    staleTime: 60_000,
  });

export const useSpan = (scope: Scope, ids: Ids) => useQuery(getSpan(scope, ids));
export const useSpanGpus = (scope: Scope, ids: Ids) => useQuery(getSpanGpus(scope, ids));
export const useSpanExceptions = (scope: Scope, span: Span, enabled: boolean) => useQuery({ ...getSpanExceptions(scope, span), enabled });
