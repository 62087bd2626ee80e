import type { Wire } from "@/lib/api/types";
import { nameOf, type Query } from "./query";
import { parseFormula } from "./formula";

/** The values of one group over time. */
export interface Line {
  name: string;
  labels: Record<string, string>;
  values: (number | null)[]; // null is a gap
}

/** What a query answers: lines on one time axis. A query for groups has one time. */
export interface Result {
  times: number[]; // ms since 1970
  lines: Line[];
  unit: string;
  additive: boolean; // lines may be added up: sums and counts may, means and quantiles may not
  left: number; // groups that are not part of it
}

/** Whether the lines of an answer about a metric may be added up: those that the server added up across senders may. */
export function addsUp({ across, aggregation }: Pick<Wire<"SeriesResult">, "across" | "aggregation">): boolean {
  return across === "sum" && aggregation !== "quantile";
}

/** The name of a group: the values of its labels in the order in which it was grouped. */
export function labelName(labels: Record<string, string>, order: string[], otherwise: string): string {
  return order.map((key) => labels[key] || "(none)").join(" · ") || otherwise;
}

const keyOf = (line: Line): string => JSON.stringify(Object.entries(line.labels).sort());

/** Brings results onto one time axis: all times that any of them has. */
export function align(results: Result[]): { times: number[]; results: Result[] } {
  const times = [...new Set(results.flatMap((r) => r.times))].sort((a, b) => a - b);
  const aligned = results.map((r) => {
    if (r.times.length === times.length) return r;
    const at = new Map(r.times.map((t, i) => [t, i]));
    return { ...r, times, lines: r.lines.map((l) => ({ ...l, values: times.map((t) => l.values[at.get(t) ?? -1] ?? null) })) };
  });
  return { times, results: aligned };
}

/** The lines of a formula over results: groups of the same labels meet, and a line without labels meets all. */
export function calculate(text: string, results: Result[]): Result {
  const formula = parseFormula(text, results.length);
  const { times, results: aligned } = align(results);
  const named = new Map<string, Line>();
  for (const line of aligned.flatMap((r) => r.lines)) if (Object.keys(line.labels).length > 0) named.set(keyOf(line), line);
  const groups: Line[] = named.size > 0 ? [...named.values()] : [{ name: text, labels: {}, values: [] }];
  const find = (result: Result | undefined, group: Line): Line | undefined => result?.lines.find((l) => keyOf(l) === keyOf(group)) ?? result?.lines.find((l) => Object.keys(l.labels).length === 0);
  const lines = groups.map((group) => {
    const own = aligned.map((r) => find(r, group));
    return { ...group, values: times.map((_, i) => formula((query) => own[query]?.values[i] ?? null)) };
  });
  return { times, lines: sorted(lines.filter((l) => l.values.some((v) => v !== null))), unit: formulaUnit(text, results), additive: false, left: 0 };
}

/** Of what is divided by the same unit, a share; of what is only added up, that unit; else none is known. */
function formulaUnit(text: string, results: Result[]): string {
  const units = new Set(results.map((r) => r.unit));
  const [unit = ""] = units;
  if (units.size !== 1) return "";
  if (/^[a-z ]+\/[a-z ]+$/.test(text.trim())) return "1";
  return /[*/]/.test(text) ? "" : unit;
}

const mean = (values: (number | null)[]): number => statsOf(values)?.avg ?? -Infinity;

/** The lines with the greatest mean first. */
function sorted(lines: Line[]): Line[] {
  return [...lines].sort((a, b) => mean(b.values) - mean(a.values));
}

/** Puts the results of several queries into one. Lines of the same name are told apart by their queries. */
export function combine(queries: Query[], results: (Result | null | undefined)[], formula: string): Result | undefined {
  const known = results.map((r) => r ?? { times: [], lines: [], unit: "", additive: true, left: 0 });
  if (formula.trim() !== "") {
    const result = calculate(formula, known);
    return result.times.length > 0 ? result : undefined;
  }
  const shown = known.map((result, index) => ({ result, index })).filter(({ index }) => !queries[index]?.hidden);
  const { times, results: aligned } = align(shown.map(({ result }) => result));
  if (times.length === 0) return undefined;
  const all = aligned.flatMap((r) => r.lines.map((l) => l.name));
  const same = new Set(all).size < all.length;
  const lines = aligned.flatMap((r, i) => r.lines.map((l) => (same ? { ...l, name: `${nameOf(shown[i]?.index ?? 0)}: ${l.name}` } : l)));
  const units = new Set(aligned.filter((r) => r.lines.length > 0).map((r) => r.unit));
  return { times, lines, unit: units.size === 1 ? ([...units][0] ?? "") : "", additive: aligned.every((r) => r.additive) && units.size <= 1, left: aligned.reduce((n, r) => n + r.left, 0) };
}

/** The results of several queries, those of one unit together: each has an axis of its own. */
export function byUnit(queries: Query[], results: (Result | null | undefined)[], formula: string): Result[] {
  const drawn = (i: number): boolean => !queries[i]?.hidden && (results[i]?.lines.length ?? 0) > 0;
  const units = formula.trim() !== "" ? [""] : [...new Set(results.flatMap((r, i) => (r && drawn(i) ? [r.unit] : [])))];
  if (units.length < 2) return [combine(queries, results, formula)].filter((r) => r !== undefined && r.lines.length > 0) as Result[];
  return units.flatMap((unit) => combine(queries, results.map((r) => (r?.unit === unit ? r : null)), "") ?? []);
}

/** What the values of a line amount to. */
export interface Stats {
  last: number;
  min: number;
  avg: number;
  max: number;
  sum: number;
}

export function statsOf(values: (number | null | undefined)[]): Stats | undefined {
  const known = values.filter((v): v is number => v != null);
  const last = known.at(-1);
  if (last === undefined) return undefined;
  const sum = known.reduce((a, b) => a + b, 0);
  return { last, min: Math.min(...known), avg: sum / known.length, max: Math.max(...known), sum };
}

/** Leaves out times at which no line has a value because senders report less often than there are steps. Gaps in which reports are missing stay. */
export function dense(result: Result): Result {
  const known = result.times.flatMap((_, i) => (result.lines.some((l) => l.values[i] != null) ? [i] : []));
  const distances = known.slice(1).map((at, i) => at - (known[i] ?? at)).sort((a, b) => a - b);
  const usual = distances[Math.floor(distances.length / 2)] ?? 1;
  if (usual < 2) return result;
  const kept = known.flatMap((at, i) => ((known[i + 1] ?? at) - at > usual * 1.5 ? [at, at + 1] : [at]));
  return { ...result, times: kept.map((i) => result.times[i] ?? 0), lines: result.lines.map((l) => ({ ...l, values: kept.map((i) => l.values[i] ?? null) })) };
}
