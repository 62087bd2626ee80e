import { written, zone } from "./zone";

/** A time range as it stands in the URL: the last so much, or between two instants. */
export interface RangeSearch {
  range?: string;
  from?: number; // ms since 1970
  to?: number; // ms since 1970
  refresh?: Refresh; // how often what ends now is read again; left out: as often as is useful
}

/** How often a page can be read again by itself. */
export const refreshes = ["off", "5s", "30s", "1m", "5m"] as const;
export type Refresh = (typeof refreshes)[number];

/** Two instants in ms since 1970. */
export interface Span {
  from: number;
  to: number;
}

/** The ranges on offer, shortest first. */
export const presets = ["5m", "15m", "1h", "3h", "6h", "12h", "24h", "7d", "30d"] as const;
export const defaultRange = "1h";

const units: Record<string, { ms: number; name: string }> = {
  s: { ms: 1000, name: "s" },
  m: { ms: 60_000, name: "min" },
  h: { ms: 3_600_000, name: "h" },
  d: { ms: 86_400_000, name: "d" },
};
/** The longest range that is shown, in ms. */
export const longestRange = 400 * 86_400_000;

/** The length of "90m" in ms; undefined when it is none that can be shown. */
export function lengthOf(range: string): number | undefined {
  const [, count, unit = ""] = /^(\d{1,4})([smhd])$/.exec(range) ?? [];
  const ms = Number(count) * (units[unit]?.ms ?? NaN);
  return ms > 0 && ms <= longestRange ? ms : undefined;
}

/** Reads the range of a URL; what is not a range is left out. */
export function readRange(search: Record<string, unknown>): RangeSearch {
  const from = Number(search["from"]);
  const to = Number(search["to"]);
  const refresh = refreshes.find((r) => r === search["refresh"]);
  const again = refresh ? { refresh } : {};
  if (Number.isFinite(from) && Number.isFinite(to) && from > 0 && to > from) return { from, to, ...again };
  const range = typeof search["range"] === "string" ? search["range"] : "";
  return lengthOf(range) && range !== defaultRange ? { range, ...again } : again;
}

/** How often what ends now is read again, in ms: as the reader chose, or as is useful. What has ended is not. */
export function every(range: RangeSearch, useful: number): number | false {
  if (range.from !== undefined || range.refresh === "off") return false;
  return (range.refresh && lengthOf(range.refresh)) ?? useful;
}

/** The instants that a range covers at now. */
export function spanOf(search: RangeSearch, now: number): Span {
  if (search.from !== undefined && search.to !== undefined) return { from: search.from, to: search.to };
  const ms = lengthOf(search.range ?? defaultRange) ?? (lengthOf(defaultRange) as number);
  return { from: now - ms, to: now };
}

/** A range in words after "the": "last 1 h", "time from Nov 15, 07:43 to 08:43". */
export function rangeName(search: RangeSearch): string {
  if (search.from !== undefined && search.to !== undefined) return `time from ${ends(search.from, search.to).join(" to ")}`;
  const [, count, unit = ""] = /^(\d+)(\w)$/.exec(search.range ?? defaultRange) ?? [];
  return `last ${count} ${units[unit]?.name}`;
}

/** A range as a label: "last 1 h", "Nov 15, 07:43 – 08:43". */
export function rangeLabel(search: RangeSearch): string {
  return search.from !== undefined && search.to !== undefined ? ends(search.from, search.to).join(" – ") : rangeName(search);
}

/** Where a range begins and ends; the day is told again when it is another. */
function ends(from: number, to: number): [string, string] {
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const day = { month: "short", day: "numeric" } as const;
  const same = written(from, day) === written(to, day);
  return [written(from, { ...day, ...time }), written(to, same ? time : { ...day, ...time }) + (zone() === "utc" ? " UTC" : "")];
}

/** A length of time in words: "5 min". */
export function lengthName(range: string): string {
  return rangeName({ range }).replace("last ", "");
}

/** A range as the server takes it: "now-1h", or ms since 1970. */
export function rangeQuery(search: RangeSearch): { from: string; to: string } {
  if (search.from !== undefined && search.to !== undefined) return { from: String(search.from), to: String(search.to) };
  return { from: `now-${search.range ?? defaultRange}`, to: "now" };
}

/** A link to a page of this server as it is in a span, whenever it is opened. */
export function linkTo(href: string, { from, to }: Span, origin = window.location.origin): string {
  const link = new URL(href, origin);
  for (const part of ["range", "refresh", "tail"]) link.searchParams.delete(part); // what depends on when it is opened
  link.searchParams.set("from", String(Math.floor(from)));
  link.searchParams.set("to", String(Math.ceil(to)));
  return link.href;
}

/** How long ago what a range is compared with was. */
export const comparisons = ["before", "1d", "7d"] as const;
export type Comparison = (typeof comparisons)[number];

/** Reads the comparison of a URL. */
export function readComparison(search: Record<string, unknown>): { compare?: Comparison } {
  const compare = comparisons.find((c) => c === search["compare"]);
  return compare ? { compare } : {};
}

/** How far back a comparison lies, in ms: the length of the range, a day, a week. */
export function backBy(search: RangeSearch, to: Comparison): number {
  const { from, to: end } = spanOf(search, Date.now());
  return to === "before" ? end - from : (lengthOf(to) ?? end - from);
}

/** The range of the same length that a range is compared with, as the server takes it. */
export function earlierQuery(search: RangeSearch, to: Comparison = "before"): { from: string; to: string } {
  const back = backBy(search, to);
  if (search.from !== undefined && search.to !== undefined) return { from: String(search.from - back), to: String(search.to - back) };
  const { from, to: end } = spanOf(search, 0);
  return { from: `now-${(back - from) / 1000}s`, to: `now-${(back - end) / 1000}s` };
}
