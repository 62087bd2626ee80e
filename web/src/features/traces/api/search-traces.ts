import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope, Wire } from "@/lib/api/types";
import { filterBody, type Filter } from "@/lib/telemetry/filter";
import type { Found, Part } from "@/lib/telemetry/use-pages";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

export type TraceRow = Wire<"Trace">;
export type SpanRow = Wire<"Span">;

/** Which traces or spans, and in what order. */
export interface Search {
  filters: Filter[];
  text: string; // words in the texts of a span
  slowest: boolean; // else newest first; of the slowest there is only one page
  rootless?: boolean; // traces too whose root was not received
}

const body = ({ filters, text, slowest, rootless }: Search, part: Part) => ({ ...part, filters: filterBody(filters), text: text || undefined, rootless, order: "newest" as const, sort: slowest ? ("duration" as const) : ("time" as const) });

/** A page of traces, found by any of their spans. */
export const searchTraces = (scope: Scope, search: Search) => (part: Part, signal: AbortSignal): Promise<Found<TraceRow>> =>
  api.post("/api/telemetry/traces/search", { scope, body: body(search, part), signal });

/** A page of spans. */
export const searchSpans = (scope: Scope, search: Search) => (part: Part, signal: AbortSignal): Promise<Found<SpanRow>> =>
  api.post("/api/telemetry/spans/search", { scope, body: body(search, part), signal });

const useAny = <T>(key: unknown[], range: RangeSearch, fetch: (part: Part, signal: AbortSignal) => Promise<Found<T>>, enabled: boolean) =>
  useQuery({
    queryKey: [...key, rangeQuery(range)],
    queryFn: async ({ signal }) => (await fetch({ ...rangeQuery(range), limit: 1 }, signal)).items.length > 0,
    refetchInterval: every(range, 30_000),
    enabled,
  });

/** Whether a trace without a root, where none with one does, fulfils what is asked. */
export const useAnyRootless = (scope: Scope, range: RangeSearch, { filters, text = "" }: Omit<Search, "text" | "slowest"> & { text?: string }, enabled: boolean) =>
  useAny(["any-rootless", scope, filterBody(filters), text], range, searchTraces(scope, { filters, text, slowest: false, rootless: true }), enabled);

/** Whether there is any span. */
export const useAnySpan = (scope: Scope, range: RangeSearch, enabled: boolean) => useAny(["any-span", scope], range, searchSpans(scope, { filters: [], text: "", slowest: false }), enabled);
