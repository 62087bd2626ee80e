import type { Wire } from "@/lib/api/types";

export const sources = ["field", "attribute", "resource", "scope"] as const;
export type Source = (typeof sources)[number];

export const ops = ["in", "contains", "prefix", "exists", "gt", "gte", "lt", "lte"] as const;
export type Op = (typeof ops)[number];

/** What records have: a field of all, or an attribute of the record, its resource or its scope. */
export interface Key {
  source: Source;
  key: string;
}

/** A condition on records. in has any number of values, exists none, the others one. */
export interface Filter extends Key {
  op: Op;
  values: string[];
  not: boolean;
}

// What the server takes.
const mostFilters = 32;
const mostValues = 200;
const longestKey = 1024;
const longestValue = 4096;

export function sameKey(a: Key, b: Key): boolean {
  return a.source === b.source && a.key === b.key;
}

/** A key as one text, for lists and maps. */
export function keyText({ source, key }: Key): string {
  return `${source}:${key}`;
}

const escape = (text: string): string => text.replace(/[%:,;]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
const unescape = (text: string): string => text.replace(/%(25|3a|2c|3b)/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** Filters as they stand in the URL: "field:service:in:cart,checkout;-attribute:http.route:exists". undefined for none. */
export function writeFilters(filters: Filter[]): string | undefined {
  const one = (f: Filter): string => {
    const head = `${f.not ? "-" : ""}${f.source}:${escape(f.key)}:${f.op}`;
    return f.op === "exists" ? head : `${head}:${f.values.map(escape).join(",")}`;
  };
  return filters.length > 0 ? filters.map(one).join(";") : undefined;
}

/** Reads the filters of a URL; what is none is left out. */
export function readFilters(where: unknown): Filter[] {
  if (typeof where !== "string") return [];
  return where
    .split(";")
    .map(readFilter)
    .filter((f) => f !== undefined)
    .slice(0, mostFilters);
}

function readFilter(text: string): Filter | undefined {
  const not = text.startsWith("-");
  const [from, key = "", how, list] = text.slice(not ? 1 : 0).split(":");
  const source = sources.find((s) => s === from);
  const op = how === "equals" ? "in" : ops.find((o) => o === how);
  const values = op === "exists" || list === undefined ? [] : list.split(",").map(unescape).slice(0, mostValues);
  const filter = source && op && { source, key: unescape(key), op, values, not };
  return filter && isComplete(filter) ? filter : undefined;
}

/** Whether the server would take a filter. */
export function isComplete({ key, op, values }: Filter): boolean {
  if (key === "" || key.length > longestKey || values.some((v) => v.length > longestValue)) return false;
  if (op === "exists") return true;
  if (op === "in") return values.length > 0;
  const [value = ""] = values;
  return values.length === 1 && value !== "" && (!isNumeric(op) || (value.trim() !== "" && Number.isFinite(Number(value))));
}

/** Whether an operator compares numbers. */
export function isNumeric(op: Op): boolean {
  return ["gt", "gte", "lt", "lte"].includes(op);
}

/** Filters as the server takes them. */
export function filterBody(filters: Filter[]): Wire<"Filter">[] {
  return filters.map(({ source, key, op, values, not }) => {
    const to = { source, key, ...(not && { not }) };
    if (op === "exists") return { ...to, op };
    if (op === "in" && values.length !== 1) return { ...to, op, values };
    return { ...to, op: op === "in" ? ("equals" as const) : op, value: values[0] };
  });
}

/** The filter that lets one value of a key through, or keeps it out. */
export function valueFilter(key: Key, value: string, not = false): Filter {
  return { source: key.source, key: key.key, op: "in", values: [value], not };
}

/** Whether a value is chosen (in), excluded (out), or neither. */
export function stateOf(filters: Filter[], key: Key, value: string): "in" | "out" | undefined {
  const found = filters.find((f) => sameKey(f, key) && f.op === "in" && f.values.includes(value));
  return found && (found.not ? "out" : "in");
}

/** Chooses or excludes a value of a key, or takes that back; a value is never both. */
export function toggleValue(filters: Filter[], key: Key, value: string, not = false): Filter[] {
  const before = stateOf(filters, key, value);
  const without = filters
    .map((f) => (sameKey(f, key) && f.op === "in" ? { ...f, values: f.values.filter((v) => v !== value) } : f))
    .filter((f) => f.op !== "in" || f.values.length > 0);
  return before === (not ? "out" : "in") ? without : addFilter(without, valueFilter(key, value, not));
}

/** Adds a filter. Values of the same key join: chosen ones widen, excluded ones narrow. */
export function addFilter(filters: Filter[], filter: Filter): Filter[] {
  const joins = (f: Filter): boolean => sameKey(f, filter) && f.op === "in" && filter.op === "in" && f.not === filter.not;
  if (!filters.some(joins)) return [...filters.filter((f) => writeFilters([f]) !== writeFilters([filter])), filter];
  return filters.map((f) => (joins(f) ? { ...f, values: [...new Set([...f.values, ...filter.values])] } : f));
}

const words: Record<Op, [plain: string, negated: string]> = {
  in: ["is", "is not"],
  contains: ["contains", "does not contain"],
  prefix: ["starts with", "does not start with"],
  exists: ["exists", "does not exist"],
  gt: [">", "not >"],
  gte: ["≥", "not ≥"],
  lt: ["<", "not <"],
  lte: ["≤", "not ≤"],
};

/** An operator in words. */
export function opWords(op: Op, not: boolean): string {
  return words[op][not ? 1 : 0];
}

/** A filter in words: "service is cart or checkout". label names its key, where it has a better name. */
export function filterWords(filter: Filter, label = filter.key): string {
  return [label, opWords(filter.op, filter.not), filter.values.map((v) => v || "(empty)").join(" or ")].filter(Boolean).join(" ");
}
