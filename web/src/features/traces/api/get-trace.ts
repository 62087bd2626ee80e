import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { Scope, Wire } from "@/lib/api/types";

export type Span = Wire<"Span">;

/** The spans of a trace in the order of time. */
export interface WholeTrace {
  traceId: string;
  spans: Span[];
  more?: boolean; // there are more than these
}

/** A whole trace; null when there is none of that id. */
export const getTrace = (scope: Scope, trace: string) =>
  queryOptions({
    queryKey: ["trace", scope, trace],
    queryFn: async ({ signal }): Promise<WholeTrace | null> => {
      try {
        const found = await api.get("/api/telemetry/traces/{traceId}", { scope, path: { traceId: trace }, signal });
        return found.spans.length > 0 ? found : null;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 30_000,
  });

/** Nothing is asked for without an id. */
export const useTrace = (scope: Scope, trace: string | undefined) => useQuery({ ...getTrace(scope, trace ?? ""), enabled: trace !== undefined });
