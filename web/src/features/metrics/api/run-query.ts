import { queryOptions, useQueries } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import type { Scope, Wire } from "@/lib/api/types";
import { addsUp, labelName, statsOf, type Line, type Result, type Stats } from "@/lib/series/lines";
import { isComplete, measures, writeQuery, type Aggregation, type Measure, type Query } from "@/lib/series/query";
import { queue } from "@/lib/series/queue";
import { stepFor } from "@/lib/series/step";
import { unitOf } from "@/lib/series/unit";
import { every, rangeQuery, spanOf, type RangeSearch } from "@/lib/time/range";

/** How a query is answered: lines over time, or one value of each group. */
export interface Shape {
  groups?: boolean;
  reduce?: keyof Stats | undefined; // how values become one; what suits the query when left out
  points?: number; // on the time axis
  limit?: number; // groups
  range?: { from: string; to: string }; // another range than that of the page
}

interface Ask extends Shape {
  from: string;
  to: string;
  stepSeconds: number;
}

/** Asks for what a query wants; null when its metric was not sent in the range. */
async function run(scope: Scope, q: Query, ask: Ask, signal: AbortSignal): Promise<Result | null> {
  if (q.source === "metric") return ofMetric(scope, q, ask, signal);
  if (q.source === "models") return ofModels(scope, q, ask, signal);
  return ask.groups && q.groupBy.length > 0 ? ofValues(scope, q, ask, signal) : ofRecords(scope, q, ask, signal);
}

/** Makes one value of each line. */
function reduced(result: Result, how: keyof Stats): Result {
  const lines = result.lines.flatMap((line) => {
    const stats = statsOf(line.values);
    return stats ? [{ ...line, values: [stats[how]] }] : [];
  });
  return { ...result, times: [0], lines: lines.sort((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0)) };
}

const adds: Aggregation[] = ["sum", "count", "increase"]; // over time

async function ofMetric(scope: Scope, q: Query, ask: Ask, signal: AbortSignal): Promise<Result | null> {
  const { filters, groupBy, aggregation: how, across, quantile } = writeQuery(q);
  const body = { metric: q.metric, filters, groupBy, aggregation: how, across, quantile, from: ask.from, to: ask.to, stepSeconds: ask.stepSeconds, limit: ask.limit ?? 50 };
  try {
    const found = await api.post("/api/telemetry/series", { scope, body, signal });
    const aggregation = found.aggregation as Aggregation;
    const keys = q.groupBy.map((k) => k.key);
    const lines = found.series.map((s) => ({ name: labelName(s.labels, keys, found.metric.name), labels: s.labels, values: s.values }));
    const result: Result = { times: found.times, lines, unit: unitOf(found.metric.unit, aggregation), additive: addsUp(found), left: found.left ?? 0 };
    return ask.groups ? reduced(result, ask.reduce ?? (adds.includes(aggregation) ? "sum" : "avg")) : result;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

const latencies: Measure[] = ["p50", "p95", "p99", "firstToken"];
const units: Partial<Record<Measure, string>> = { p50: "s", p95: "s", p99: "s", firstToken: "s", errorRate: "1", cost: "USD" };

/** The unit of a measure, and whether it may be added up. */
function kindOf(measure: Measure): Pick<Result, "unit" | "additive"> {
  return { unit: units[measure] ?? "", additive: !latencies.includes(measure) && measure !== "errorRate" };
}

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** Counts and latencies of spans or log records. */
async function ofRecords(scope: Scope, q: Query, ask: Ask, signal: AbortSignal): Promise<Result> {
  const measure = q.measure ?? "count";
  const { filters, groupBy: [key] = [] } = writeQuery(q);
  const records = { signal: q.source === "logs" ? ("logs" as const) : ("traces" as const), filters, text: q.text || undefined, ...(key && measure === "errors" && { errors: true }) };
  const body = { ...records, from: ask.from, to: ask.to, stepSeconds: ask.stepSeconds, ...(key && { groupBy: key, groups: ask.limit ?? 50 }) };
  const { buckets, groups } = await api.post("/api/telemetry/timeline", { scope, body, signal });
  const value = (b: Wire<"TimeBucket">): number | null => {
    if (measure === "errorRate") return share(b.errors, b.count);
    const ns = { p50: b.p50Ns, p95: b.p95Ns, p99: b.p99Ns }[measure as string];
    if (latencies.includes(measure)) return ns == null ? null : ns / 1e9;
    return measure === "errors" ? b.errors : b.count;
  };
  const all = buckets ?? [];
  const line: Line = { name: nameOfMeasure(q), labels: {}, values: all.map(value) };
  const grouped = groups?.map((g) => ({ name: g.value || "(none)", labels: { [key?.key ?? ""]: g.value }, values: g.counts }));
  const result: Result = { times: all.map((b) => Date.parse(b.at)), lines: grouped ?? [line], left: 0, ...kindOf(measure) };
  if (!ask.groups) return result;
  if (measure !== "errorRate" || ask.reduce) return reduced(result, ask.reduce ?? (result.additive ? "sum" : "avg"));
  const sum = (part: "errors" | "count"): number => all.reduce((n, b) => n + b[part], 0);
  return { ...result, times: [0], lines: [{ ...line, values: [share(sum("errors"), sum("count"))] }] };
}

/** How often each value of a key occurs. */
async function ofValues(scope: Scope, q: Query, ask: Ask, signal: AbortSignal): Promise<Result> {
  const { filters, groupBy = [] } = writeQuery(q);
  const [key] = groupBy;
  const logs = q.source === "logs";
  const body = { signal: logs ? ("logs" as const) : ("traces" as const), from: ask.from, to: ask.to, filters, text: q.text || undefined, keys: groupBy, limit: ask.limit ?? 50, ...(q.measure === "errors" && { errors: true }) };
  const { items } = await api.post("/api/telemetry/facets", { scope, body, signal });
  const lines = (items[0]?.values ?? []).map((v) => ({ name: v.value || "(none)", labels: { [key?.key ?? ""]: v.value }, values: [v.count] }));
  return { times: [0], lines, left: 0, ...kindOf("count") };
}

function usageOf(u: Wire<"CallUsage">, measure: Measure): number | null {
  switch (measure) {
    case "cost":
      return u.cost;
    case "tokens":
      return u.inputTokens + u.outputTokens;
    case "inputTokens":
      return u.inputTokens;
    case "outputTokens":
      return u.outputTokens;
    case "errors":
      return u.errors;
    case "errorRate":
      return share(u.errors, u.calls);
    case "p50":
      return u.p50Seconds;
    case "p95":
      return u.p95Seconds;
    case "p99":
      return u.p99Seconds;
    case "firstToken":
      return u.timeToFirstTokenP95Seconds ?? null;
    default:
      return u.calls;
  }
}

/** Calls of language models. */
async function ofModels(scope: Scope, q: Query, ask: Ask, signal: AbortSignal): Promise<Result> {
  const measure = q.measure ?? "cost";
  const whole = ask.groups && !(ask.reduce && ask.reduce !== "sum" && ask.reduce !== "avg"); // exact, not made of steps
  const { filters, by } = writeQuery(q);
  const body = { from: ask.from, to: ask.to, filters, groupBy: by, limit: ask.limit ?? 50, sort: measure === "cost" ? ("cost" as const) : ("calls" as const), ...(!whole && { overTime: true, stepSeconds: ask.stepSeconds }) };
  const found = await api.post("/api/genai/usage", { scope, body, signal });
  const kind = kindOf(measure);
  if (whole) {
    const lines = found.items.map((u) => ({ name: labelName(u.labels, q.by, nameOfMeasure(q)), labels: u.labels, values: [usageOf(u, measure)] }));
    return { times: [0], lines: lines.sort((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0)), left: 0, ...kind };
  }
  const step = ask.stepSeconds * 1000;
  const first = Math.floor(Date.parse(found.from) / step) * step;
  const times = Array.from({ length: Math.max(0, Math.ceil((Date.parse(found.to) - first) / step)) }, (_, i) => first + i * step);
  const groups = new Map<string, Line>();
  for (const u of found.items) {
    const name = labelName(u.labels, q.by, nameOfMeasure(q));
    const line = groups.get(name) ?? { name, labels: u.labels, values: times.map(() => (kind.additive ? 0 : null)) };
    groups.set(name, line);
    const at = u.at ? Math.round((Date.parse(u.at) - first) / step) : -1;
    if (at >= 0 && at < times.length) line.values[at] = usageOf(u, measure);
  }
  const total = (l: Line): number => l.values.reduce((a: number, v) => a + (v ?? 0), 0);
  const result: Result = { times, lines: [...groups.values()].sort((a, b) => total(b) - total(a)), left: 0, ...kind };
  return ask.groups ? reduced(result, ask.reduce ?? "avg") : result;
}

function nameOfMeasure(q: Query): string {
  return (q.source !== "metric" && q.measure && measures[q.source][q.measure]) || q.source;
}

// A dashboard asks many questions; the server answers a few at a time.
const inLine = queue(4);

/** The last answers to queries, whatever the range: shown while the same is asked of another range. */
const last = new Map<string, Result | null>();
const mostKept = 200;

function keep(slot: string, result: Result | null): Result | null {
  last.delete(slot);
  last.set(slot, result);
  const [oldest] = last.keys();
  if (last.size > mostKept && oldest !== undefined) last.delete(oldest);
  return result;
}

/** The answer to a query in the range of the page. */
export const runQuery = (scope: Scope, range: RangeSearch, q: Query, { range: other, ...shape }: Shape = {}) => {
  const span = spanOf(range, Date.now());
  const stepSeconds = stepFor(span.to - span.from, shape.points ?? 240);
  const ask: Ask = { ...rangeQuery(range), ...other, stepSeconds, ...shape };
  const asked = { ...writeQuery(q), hidden: undefined };
  const slot = JSON.stringify([scope, asked, shape, other !== undefined]);
  return queryOptions<Result | null>({
    queryKey: ["run-query", scope, asked, ask],
    queryFn: async ({ signal }) => keep(slot, await inLine(() => run(scope, q, ask, signal), signal)),
    enabled: isComplete(q),
    refetchInterval: every(range, 30_000),
    placeholderData: () => last.get(slot),
  });
};

export const useManyQueries = (scope: Scope, range: RangeSearch, queries: Query[], shape?: Shape) => useQueries({ queries: queries.map((q) => runQuery(scope, range, q, shape)) });
