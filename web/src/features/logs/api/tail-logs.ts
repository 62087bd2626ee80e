import { api } from "@/lib/api/client";
import type { paths } from "@/lib/api/schema";
import type { Answer, Scope } from "@/lib/api/types";
import { filterBody, type Filter } from "@/lib/telemetry/filter";

export type TailAnswer = Answer<paths["/api/telemetry/logs/tail"]["post"]>;

/** The newest lines, or with a cursor those that arrived since it was given out; oldest first. */
export const tailLogs = (scope: Scope, filters: Filter[], text: string, cursor: string | undefined, signal: AbortSignal): Promise<TailAnswer> =>
  api.post("/api/telemetry/logs/tail", { scope, body: { filters: filterBody(filters), text: text || undefined, cursor, limit: 500 }, signal });
