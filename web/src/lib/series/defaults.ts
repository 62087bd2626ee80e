import type { Wire } from "@/lib/api/types";
import type { Across, Aggregation } from "./query";

type Kind = Wire<"Metric">["kind"];

const isHistogram = (kind: Kind): boolean => kind === "histogram" || kind === "exponential_histogram";

/** What the server does of itself with a metric of a kind. */
export function defaultsOf(kind: Kind, chosen?: Aggregation): { aggregation: Aggregation; across: Across } {
  const aggregation = chosen ?? (isHistogram(kind) ? "quantile" : kind === "counter" ? "rate" : "avg");
  const sums = kind === "counter" || isHistogram(kind) || kind === "updowncounter" || aggregation === "count" || aggregation === "sum";
  return { aggregation, across: sums ? "sum" : "avg" };
}

/** The aggregations that a metric of a kind has; all while the kind is not known. */
export function aggregationsOf(kind: Kind | undefined): Aggregation[] {
  const plain: Aggregation[] = ["avg", "sum", "count"];
  if (!kind) return ["avg", "min", "max", "sum", "count", "last", "rate", "increase", "quantile"];
  if (isHistogram(kind)) return ["quantile", "rate", "increase", ...plain];
  return kind === "counter" ? ["rate", "increase", "avg", "min", "max", "sum", "count", "last"] : ["avg", "min", "max", "sum", "count", "last"];
}

/** What an aggregation is, in words. */
export const aggregationWords: Record<Aggregation, string> = {
  avg: "average",
  min: "least",
  max: "greatest",
  sum: "sum",
  count: "number of points",
  last: "last",
  rate: "per second",
  increase: "increase",
  quantile: "quantile",
};

export const acrossWords: Record<Across, string> = { sum: "sum", avg: "average", min: "least", max: "greatest" };

/** A kind of metric in words. */
export const kindWords: Record<Kind, string> = {
  gauge: "gauge",
  counter: "counter",
  updowncounter: "up-down counter",
  histogram: "histogram",
  exponential_histogram: "exponential histogram",
  summary: "summary",
};

/** The metrics that hold every word of a text in name or description; those whose name has them all first. */
export function findMetrics<T extends { name: string; description: string }>(all: T[], text: string): T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (in_: string): boolean => words.every((w) => in_.toLowerCase().includes(w));
  const named = all.filter((m) => holds(m.name));
  return [...named, ...all.filter((m) => !named.includes(m) && holds(`${m.name} ${m.description}`))];
}
