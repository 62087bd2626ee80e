import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";

export type LogContext = Wire<"LogContext">;

/** What the lines around one have in common with it. */
export const neighbours = ["stream", "service", "host", "trace", "all"] as const;
export type Neighbours = (typeof neighbours)[number];

/** The most lines before or after one. */
export const mostAround = 500;

/** The lines around one, in the order of time. */
export const getContext = (scope: Scope, id: string, same: Neighbours, before: number, after: number) =>
  queryOptions({
    queryKey: ["log-context", scope, id, same, before, after],
    queryFn: async ({ signal }): Promise<LogContext> => {
      const found = await api.get("/api/telemetry/log-records/{id}/context", { scope, path: { id }, query: { same, before, after }, signal });
      return { ...found, before: found.before ?? [], after: found.after ?? [] }; // null where there is no line
    },
    placeholderData: (earlier) => (earlier?.record.id === id ? earlier : undefined),
  });

export const useContextLines = (scope: Scope, id: string, same: Neighbours, before: number, after: number) => useQuery(getContext(scope, id, same, before, after));
