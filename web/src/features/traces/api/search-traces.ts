import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { filterBody, type Filter } from "@/lib/telemetry/filter";
import type { Found, Part } from "@/lib/telemetry/use-pages";

export type TraceRow = Wire<"Trace">;
export type SpanRow = Wire<"Span">;

/** Which traces or spans, and in what order. */
export interface Search {
  filters: Filter[];
  text: string; // words in the texts of a span
  slowest: boolean; // else newest first; of the slowest there is only one page
}

const body = ({ filters, text, slowest }: Search, part: Part) => ({ ...part, filters: filterBody(filters), text: text || undefined, order: "newest" as const, sort: slowest ? ("duration" as const) : ("time" as const) });

/** A page of traces, found by any of their spans. */
export const searchTraces = (scope: Scope, search: Search) => (part: Part, signal: AbortSignal): Promise<Found<TraceRow>> =>
  api.post("/api/telemetry/traces/search", { scope, body: body(search, part), signal });

/** A page of spans. */
export const searchSpans = (scope: Scope, search: Search) => (part: Part, signal: AbortSignal): Promise<Found<SpanRow>> =>
  api.post("/api/telemetry/spans/search", { scope, body: body(search, part), signal });
