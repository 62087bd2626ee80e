import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import type { ExceptionGroup } from "./search-exceptions";

export type Trace = Wire<"Trace">;

const hour = 3_600_000;

/** The traces that a group names, newest first. */
export const listTraces = (scope: Scope, group: ExceptionGroup) =>
  queryOptions({
    queryKey: ["exception-traces", scope, group.id, group.traceIds],
    queryFn: async ({ signal }): Promise<Trace[]> => {
      if (group.traceIds.length === 0) return [];
      const filters = [{ source: "field" as const, key: "traceId", op: "in" as const, values: group.traceIds }];
      // A trace starts before its exception.
      const body = { from: String(Date.parse(group.firstSeen) - hour), to: String(Date.parse(group.lastSeen) + 1000), filters, order: "newest" as const, sort: "time" as const };
      return (await api.post("/api/telemetry/traces/search", { scope, body, signal })).items;
    },
    placeholderData: (before) => before,
  });

export const useTraces = (scope: Scope, group: ExceptionGroup) => useQuery(listTraces(scope, group));
