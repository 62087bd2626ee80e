import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { remember } from "./history";

export type IngestStatus = Wire<"Status">;
export type SignalStatus = Wire<"SignalStatus">;

export const getIngestStatus = (scope: Scope, interval = 5000) =>
  queryOptions({
    queryKey: ["ingest", "status", scope.project],
    queryFn: async ({ signal }) => {
      const status = await api.get("/api/ingest/status", { scope, signal });
      remember(scope.project, status, Date.now());
      return status;
    },
    refetchInterval: interval,
    staleTime: interval / 2,
    retry: false, // the next poll is soon
  });

export const useIngestStatus = (scope: Scope, interval?: number) => useQuery(getIngestStatus(scope, interval));
