import { neighbours, type Neighbours } from "@/features/logs/api/get-context";
import type { Log } from "@/features/logs/api/search-logs";
import { keyText, sameKey, sources, valueFilter, type Filter, type Key } from "@/lib/telemetry/filter";
import { readFilterSearch, type FilterSearch } from "@/lib/telemetry/use-filters";
import { wordsOf } from "@/lib/telemetry/words";

/** What the URL of the page says besides the time range. */
export interface LogsSearch extends FilterSearch {
  log?: string; // opened
  around?: Neighbours; // which lines around it; left out: those of its stream
  tail?: boolean; // follow what arrives
  wrap?: boolean; // long lines
  first?: "oldest"; // else newest
  columns?: string; // see readColumns
}

/** Reads the URL; what it does not know is left out. */
export function readLogsSearch(search: Record<string, unknown>): LogsSearch {
  const yes = (value: unknown): true | undefined => (value === true || value === "true" ? true : undefined);
  const around = neighbours.find((n) => n === search["around"]);
  const found: LogsSearch = {
    ...readFilterSearch(search),
    log: typeof search["log"] === "string" && /^\d{1,20}-\d{1,20}$/.test(search["log"]) ? search["log"] : undefined,
    around: around === "stream" ? undefined : around,
    tail: yes(search["tail"]),
    wrap: yes(search["wrap"]),
    first: search["first"] === "oldest" ? "oldest" : undefined,
    columns: writeColumns(readColumns(search["columns"])),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

const mostColumns = 6;

/** The attributes that have a column of their own: "attribute:user.id,resource:host.name". */
export function readColumns(text: unknown): Key[] {
  if (typeof text !== "string") return [];
  return text
    .split(",")
    .map((part) => {
      const source = sources.find((s) => part.startsWith(`${s}:`));
      return source && { source, key: part.slice(source.length + 1).replace(/%(25|2c)/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) };
    })
    .filter((key) => key !== undefined && key.key !== "" && key.source !== "field")
    .slice(0, mostColumns) as Key[];
}

export function writeColumns(keys: Key[]): string | undefined {
  return keys.length > 0 ? keys.map((k) => keyText(k).replace(/[%,]/g, encodeURIComponent)).join(",") : undefined;
}

/** Adds a column, or takes it away; of too many the first goes. */
export function toggleColumn(columns: Key[], key: Key): Key[] {
  return columns.some((c) => sameKey(c, key)) ? columns.filter((c) => !sameKey(c, key)) : [...columns, key].slice(-mostColumns);
}

/** What a record has under a key. */
export function valueOf(log: Log, { source, key }: Key): string | undefined {
  const of: Record<Key["source"], Record<string, string> | undefined> = { attribute: log.attributes, resource: log.resource, scope: log.scope, field: { service: log.service, severity: log.severity ?? "", traceId: log.traceId ?? "" } };
  return of[source]?.[key];
}

export type Level = "fatal" | "error" | "warn" | "info" | "debug" | "trace";

const levels: [least: number, level: Level, text: RegExp][] = [
  [21, "fatal", /^(fatal|crit|emerg|alert|panic)/i],
  [17, "error", /^err/i],
  [13, "warn", /^warn/i],
  [9, "info", /^(info|notice)/i],
  [5, "debug", /^(debug|verbose|fine)/i],
  [1, "trace", /^(trace|finer)/i],
];

/** How severe a record is: by its number, or else by its text. undefined when it tells neither. */
export function levelOf(number: number | undefined, text: string | undefined): Level | undefined {
  const known = number ? levels.find(([least]) => number >= least) : levels.find(([, , pattern]) => pattern.test(text ?? ""));
  return known?.[1];
}

const mostIds = 8; // keys that are offered
const idKey = /(^|[._-])(u?u?id|guid|key|token|session|correlation)s?$|Id$/;

/** The filters that may find a word that looks like an id: on the trace or span, and on attributes that hold ids. */
export function idFilters(text: string, keys: Key[]): Filter[] {
  const words = wordsOf(text);
  const word = words[0] ?? "";
  if (words.length !== 1 || word.length < 4 || !/\d/.test(word)) return [];
  const typed = text.trim().replace(/^"|"$/g, "");
  const own: [number, string][] = [[32, "traceId"], [16, "spanId"]];
  const records = own.filter(([digits]) => word.length === digits && /^[0-9a-f]+$/.test(word)).map(([, key]) => valueFilter({ source: "field", key }, word));
  const attributes = keys.filter((k) => k.source !== "field" && idKey.test(k.key)).map((k) => valueFilter(k, typed));
  return [...records, ...attributes].slice(0, mostIds);
}

/** What is searched in the body: the words, and the filters on it. */
export function soughtIn(text: string, filters: Filter[]): string[] {
  const onBody = filters.filter((f) => f.source === "field" && f.key === "body" && !f.not && f.op !== "exists");
  return [...wordsOf(text), ...onBody.flatMap((f) => f.values.map((v) => v.toLowerCase()))].filter((w) => w !== "");
}

/** A text in parts that are sought and parts that are not. */
export function highlight(text: string, words: string[]): { text: string; sought: boolean }[] {
  if (words.length === 0) return [{ text, sought: false }];
  const pattern = new RegExp(`(${words.map((w) => w.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|")})`, "gi");
  return text
    .split(pattern)
    .map((part, i) => ({ text: part, sought: i % 2 === 1 }))
    .filter((part) => part.text !== "");
}

/** The order of lines, newest first: an id begins with the time in ns. */
export const newestFirst = (a: Log, b: Log): number => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
