/** A time range as it stands in the URL: the last so much, or between two instants. */
export interface RangeSearch {
  range?: string;
  from?: number; // ms since 1970
  to?: number; // ms since 1970
}

/** Two instants in ms since 1970. */
export interface Span {
  from: number;
  to: number;
}

/** The ranges on offer, shortest first. */
export const presets = ["15m", "1h", "6h", "24h", "7d", "30d"] as const;
export const defaultRange = "1h";

const units: Record<string, { ms: number; name: string }> = {
  m: { ms: 60_000, name: "min" },
  h: { ms: 3_600_000, name: "h" },
  d: { ms: 86_400_000, name: "d" },
};
const longest = 400 * 86_400_000;

function length(range: string): number | undefined {
  const [, count, unit = ""] = /^(\d{1,4})([mhd])$/.exec(range) ?? [];
  const ms = Number(count) * (units[unit]?.ms ?? NaN);
  return ms > 0 && ms <= longest ? ms : undefined;
}

/** Reads the range of a URL; what is not a range is left out. */
export function readRange(search: Record<string, unknown>): RangeSearch {
  const from = Number(search["from"]);
  const to = Number(search["to"]);
  if (Number.isFinite(from) && Number.isFinite(to) && from > 0 && to > from) return { from, to };
  const range = typeof search["range"] === "string" ? search["range"] : "";
  return length(range) && range !== defaultRange ? { range } : {};
}

/** The instants that a range covers at now. */
export function spanOf(search: RangeSearch, now: number): Span {
  if (search.from !== undefined && search.to !== undefined) return { from: search.from, to: search.to };
  const ms = length(search.range ?? defaultRange) ?? (length(defaultRange) as number);
  return { from: now - ms, to: now };
}

/** A range in words: "last 1 h". */
export function rangeName(search: RangeSearch): string {
  if (search.from !== undefined && search.to !== undefined) return `${shortTime(search.from)} – ${shortTime(search.to)}`;
  const [, count, unit = ""] = /^(\d+)(\w)$/.exec(search.range ?? defaultRange) ?? [];
  return `last ${count} ${units[unit]?.name}`;
}

function shortTime(ms: number): string {
  return new Date(ms).toLocaleString(undefined, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}

/** A range as the server takes it: "now-1h", or ms since 1970. */
export function rangeQuery(search: RangeSearch): { from: string; to: string } {
  if (search.from !== undefined && search.to !== undefined) return { from: String(search.from), to: String(search.to) };
  return { from: `now-${search.range ?? defaultRange}`, to: "now" };
}
