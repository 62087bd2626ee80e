import { statsOf } from "@/lib/series/lines";

/** One line of a chart. */
export interface Series {
  name: string;
  values: (number | null)[]; // null is a gap
  past?: boolean; // of an earlier range that this one is compared with; named as its line with " before"
}

/** How many lines are told apart. */
export const mostLines = 8;

/**
 * At most eight lines, in their order. Of more, those with the greatest values are kept. The rest is added up as "other"
 * where adding means something, as of counts, sums and rates; else it is left out, and hidden says how many lines are.
 */
export function limit<S extends Series>(all: S[], additive: boolean, most = mostLines): { shown: (S | Series)[]; hidden: number } {
  const series = all.filter((s) => !s.past);
  if (series.length <= most) return { shown: all, hidden: 0 };
  const size = ({ values }: S): number => statsOf(values)?.[additive ? "sum" : "avg"] ?? -Infinity;
  const kept = new Set(series.toSorted((a, b) => size(b) - size(a)).slice(0, additive ? most - 1 : most));
  const names = new Set([...kept].map((s) => s.name));
  const own = (s: S): boolean => (s.past ? names.has(s.name.replace(/ before$/, "")) : kept.has(s));
  const rest = all.filter((s) => !own(s));
  const now = rest.filter((s) => !s.past);
  if (!additive) return { shown: all.filter(own), hidden: now.length };
  const name = `other (${now.length})`;
  const past = rest.filter((s) => s.past);
  const others: Series[] = [{ name, values: added(now) }];
  if (past.length > 0) others.push({ name: `${name} before`, values: added(past), past: true });
  const shown = all.filter(own);
  return { shown: [...shown.filter((s) => !s.past), ...others, ...shown.filter((s) => s.past)], hidden: 0 };
}

function added(lines: Series[]): (number | null)[] {
  return (lines[0]?.values ?? []).map((_, at) => statsOf(lines.map((l) => l.values[at]))?.sum ?? null);
}
