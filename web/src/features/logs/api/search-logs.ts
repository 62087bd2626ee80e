import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { filterBody, type Filter } from "@/lib/telemetry/filter";
import type { Found, Part } from "@/lib/telemetry/use-pages";

export type Log = Wire<"Log">;

/** Which log records, and in what order. */
export interface Search {
  filters: Filter[];
  text: string; // words in the body
  oldest: boolean; // first; else newest
}

/** A search as the server takes it, without its range. */
export const searchBody = ({ filters, text, oldest }: Search) => ({ filters: filterBody(filters), text: text || undefined, order: oldest ? ("oldest" as const) : ("newest" as const) });

/** A page of log records. */
export const searchLogs = (scope: Scope, search: Search) => (part: Part, signal: AbortSignal): Promise<Found<Log>> => api.post("/api/telemetry/logs/search", { scope, body: { ...part, ...searchBody(search) }, signal });
