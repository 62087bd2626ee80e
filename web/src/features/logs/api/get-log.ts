import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { Scope } from "@/lib/api/types";
import type { Log } from "./search-logs";

/** One log record; null when there is none of that id. */
export const getLog = (scope: Scope, id: string) =>
  queryOptions({
    queryKey: ["log", scope, id],
    queryFn: async ({ signal }): Promise<Log | null> => {
      try {
        return await api.get("/api/telemetry/log-records/{id}", { scope, path: { id }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: Infinity, // what was sent does not change
  });

export const useLog = (scope: Scope, id: string) => useQuery({ ...getLog(scope, id), enabled: id !== "" });
