import type { Wire } from "@/lib/api/types";
import { filterBody, ops, sources as keySources, type Filter, type Key } from "@/lib/telemetry/filter";

export const sources = ["metric", "spans", "logs", "models"] as const;
export type Source = (typeof sources)[number];

export const aggregations = ["avg", "min", "max", "sum", "count", "last", "rate", "increase", "quantile"] as const;
export type Aggregation = (typeof aggregations)[number];

export const acrosses = ["sum", "avg", "min", "max"] as const;
export type Across = (typeof acrosses)[number];

export const dimensions = ["model", "provider", "service", "user", "operation", "conversation", "agent", "environment"] as const;
export type Dimension = (typeof dimensions)[number];

export type Measure = NonNullable<Wire<"WidgetQuery">["measure"]>;

/** What can be counted of each source, in words. */
export const measures: Record<Exclude<Source, "metric">, Partial<Record<Measure, string>>> = {
  spans: { count: "spans", errors: "failed spans", errorRate: "error rate", p50: "latency p50", p95: "latency p95", p99: "latency p99" },
  logs: { count: "log records", errors: "errors" },
  models: {
    cost: "cost",
    tokens: "tokens",
    inputTokens: "input tokens",
    outputTokens: "output tokens",
    count: "calls",
    errors: "failed calls",
    errorRate: "error rate",
    p50: "latency p50",
    p95: "latency p95",
    p99: "latency p99",
    firstToken: "time to first token p95",
  },
};

/** What is asked of the telemetry routes. */
export interface Query {
  source: Source;
  filters: Filter[];
  hidden: boolean; // only for the formula
  metric: string;
  aggregation?: Aggregation;
  across?: Across;
  quantile?: number;
  groupBy: Key[];
  measure?: Measure;
  by: Dimension[];
  text: string;
}

export const mostQueries = 8;

/** The name of a query by its place: a, b, c. */
export const nameOf = (index: number): string => String.fromCharCode(97 + index);

export function newQuery(source: Source = "metric"): Query {
  const first = source === "metric" ? undefined : (Object.keys(measures[source])[0] as Measure);
  return { source, filters: [], hidden: false, metric: "", groupBy: [], by: [], text: "", ...(first && { measure: first }) };
}

/** How many keys a query can be grouped by: records only where they are counted. */
export function mostKeys({ source, measure }: Query): number {
  if (source === "metric") return 8;
  return source !== "models" && (measure === "count" || measure === "errors") ? 1 : 0;
}

/** Whether there is something to ask for. */
export function isComplete(query: Query): boolean {
  return query.source !== "metric" || query.metric !== "";
}

/** A query as the server keeps it and as it stands in the URL: what is left open is left out. */
export function writeQuery(q: Query): Wire<"WidgetQuery"> {
  const { source, filters, hidden, metric, aggregation, across, quantile, groupBy, measure, by, text } = q;
  const common = { source, ...(filters.length > 0 && { filters: filterBody(filters) }), ...(groupBy.length > 0 && mostKeys(q) > 0 && { groupBy }), ...(hidden && { hidden }) };
  if (source === "metric") return { ...common, metric, ...(aggregation && { aggregation }), ...(across && { across }), ...(aggregation === "quantile" && quantile !== undefined && { quantile }) };
  return { ...common, ...(measure && { measure }), ...(source === "models" && by.length > 0 && { by }), ...(source === "logs" && text && { text }) };
}

function oneOf<T extends string>(value: unknown, all: readonly T[]): T | undefined {
  return all.find((a) => a === value);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const objectOf = (value: unknown): Record<string, unknown> => (typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {});

function readKey(value: unknown): Key | undefined {
  const { source = "attribute", key } = objectOf(value);
  const known = oneOf(source, keySources);
  return known && typeof key === "string" && key !== "" ? { source: known, key } : undefined;
}

function readFilter(value: unknown): Filter | undefined {
  const key = readKey(value);
  const { op = "equals", value: one, values, not } = objectOf(value);
  const known = op === "equals" ? "in" : oneOf(op, ops);
  if (!key || !known) return undefined;
  const all = known === "exists" ? [] : values !== undefined ? listOf(values).map(textOf) : [textOf(one)];
  return { ...key, op: known, values: all, not: not === true };
}

const present = <T>(value: T | undefined): value is T => value !== undefined;

/** Reads a query of a URL or of the server; what it does not know is left out. Undefined when it is none. */
export function readQuery(value: unknown): Query | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const raw = objectOf(value);
  const source = oneOf(raw["source"] ?? "metric", sources);
  if (!source) return undefined;
  const measure = source === "metric" ? undefined : (oneOf(raw["measure"], Object.keys(measures[source])) as Measure | undefined);
  const quantile = Number(raw["quantile"]);
  const query: Query = {
    ...newQuery(source),
    filters: listOf(raw["filters"]).map(readFilter).filter(present),
    hidden: raw["hidden"] === true,
    metric: textOf(raw["metric"]),
    groupBy: listOf(raw["groupBy"]).map(readKey).filter(present),
    by: listOf(raw["by"]).map((d) => oneOf(d, dimensions)).filter(present),
    text: textOf(raw["text"]),
  };
  const [aggregation, across] = [oneOf(raw["aggregation"], aggregations), oneOf(raw["across"], acrosses)];
  return { ...query, ...(measure && { measure }), ...(aggregation && { aggregation }), ...(across && { across }), ...(quantile > 0 && quantile <= 1 && { quantile }) };
}

/** Reads a list of queries. */
export function readQueries(value: unknown): Query[] {
  return listOf(value).map(readQuery).filter(present).slice(0, mostQueries);
}

/** A query in words: "max of hw.power by host.name". */
export function queryWords(q: Query): string {
  if (q.source !== "metric") return [`${(q.measure && measures[q.source][q.measure]) ?? q.source}`, ...byWords([...q.by, ...q.groupBy.map((k) => k.key)])].join(" ");
  const how = q.aggregation === "quantile" ? `p${Math.round((q.quantile ?? 0.95) * 1000) / 10}` : q.aggregation;
  return [how && `${how} of`, q.metric, ...byWords(q.groupBy.map((k) => k.key))].filter(Boolean).join(" ");
}

function byWords(keys: string[]): string[] {
  return keys.length > 0 ? [`by ${keys.join(", ")}`] : [];
}
