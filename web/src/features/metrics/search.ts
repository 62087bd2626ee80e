import type { Wire } from "@/lib/api/types";
import { readQueries, writeQuery } from "@/lib/series/query";

/** What the URL of the explorer says besides the time range. */
export interface MetricsSearch {
  q?: Wire<"WidgetQuery">[];
  formula?: string;
  stacked?: boolean;
  find?: string; // words by which the list of metrics is searched
}

/** Reads the URL; what it does not know is left out. */
export function readMetricsSearch(search: Record<string, unknown>): MetricsSearch {
  const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value).slice(0, 200) : "");
  const q = readQueries(search["q"]).filter((one) => one.source === "metric").map(writeQuery);
  const [formula, find] = [text(search["formula"]), text(search["find"])];
  return { ...(q.length > 0 && { q }), ...(formula && { formula }), ...(search["stacked"] === true && { stacked: true }), ...(find && { find }) };
}
