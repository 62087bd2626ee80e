import type { Wire } from "@/lib/api/types";
import { addsUp } from "@/lib/series/lines";
import type { Aggregation } from "@/lib/series/query";
import { unitOf } from "@/lib/series/unit";
import { join } from "./chart-gaps";
import type { Series } from "./series";

type Result = Wire<"SeriesResult">;

/** What a chart draws. */
export interface Drawing {
  times: number[]; // s since 1970
  series: Series[];
  unit: string;
  additive: boolean; // its lines may be added up
}

/**
 * Brings the answers about one or several metrics of a unit onto one time axis. Undefined when nothing was sent.
 * names are those of lines that nothing splits; else the last word of the metric is.
 */
export function drawingOf(results: (Result | null | undefined)[], names: (string | undefined)[] = []): Drawing | undefined {
  const known = results.flatMap((r, i) => (r != null && r.series.length > 0 ? [{ r, name: names[i] }] : []));
  const first = known[0]?.r;
  if (!first) return undefined;
  const unit = unitOf(first.metric.unit ?? "", first.aggregation as Aggregation);
  return { times: first.times.map((t) => t / 1000), series: known.flatMap(({ r, name }) => linesOf(r, first.times, 0, name)), unit, additive: known.length === 1 && addsUp(first) };
}

/** Adds the lines of an earlier range, moved onto the times of this one. back is how much earlier it is, in ms. */
export function withPast(drawing: Drawing, results: (Result | null | undefined)[], back: number, names: (string | undefined)[] = []): Drawing {
  const times = drawing.times.map((t) => t * 1000);
  const past = results.flatMap((r, i) => (r ? linesOf(r, times, back, names[i]) : []));
  return { ...drawing, series: [...drawing.series, ...past.map((s) => ({ ...s, name: `${s.name} before`, past: true }))] };
}

const byNumber = new Intl.Collator("en", { numeric: true }).compare;

/** The lines of an answer on a time axis in ms, each value where its step begins or next to it. */
function linesOf(result: Result, times: number[], back: number, name = lastWord(result.metric.name)): Series[] {
  const step = result.stepSeconds * 1000;
  const at = new Map(result.times.map((t, i) => [Math.round((t + back) / step), i]));
  const own = times.map((t) => at.get(Math.round(t / step)) ?? -1); // where the value of each time stands
  const lines = result.series.map((s) => ({
    name: Object.values(s.labels).filter(Boolean).join(" ") || name,
    values: join(own.map((i) => s.values[i] ?? null)),
  }));
  return lines.sort((a, b) => byNumber(a.name, b.name));
}

function lastWord(metric: string): string {
  return metric.split(".").at(-1) ?? metric;
}
