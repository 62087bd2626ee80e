import type { CallUsage, Usage } from "@/features/llm/api/get-llm-usage";
import { count, withUnit } from "@/lib/format";
import { money } from "@/lib/money";
import type { Series } from "@/ui/series";
import { tokens } from "./numbers";

/** What is drawn over time. Sums stand on each other; latencies do not add up. */
export interface Measure {
  of: (u: CallUsage) => number | undefined;
  write: (value: number) => string;
  stacked: boolean;
}

const latency = (of: Measure["of"]): Measure => ({ of, write: (s) => withUnit(s, "s"), stacked: false });

export const measures = {
  cost: { of: (u) => u.cost, write: money, stacked: true },
  tokens: { of: (u) => u.inputTokens + u.outputTokens, write: tokens, stacked: true },
  calls: { of: (u) => u.calls, write: count, stacked: true },
  errors: { of: (u) => u.errors, write: count, stacked: true },
  "latency p50": latency((u) => u.p50Seconds),
  "latency p95": latency((u) => u.p95Seconds),
  "latency p99": latency((u) => u.p99Seconds),
  "time to first token p50": latency((u) => u.timeToFirstTokenP50Seconds),
  "time to first token p95": latency((u) => u.timeToFirstTokenP95Seconds),
  "time to first token p99": latency((u) => u.timeToFirstTokenP99Seconds),
} satisfies Record<string, Measure>;
export type MeasureName = keyof typeof measures;
export const measureNames = Object.keys(measures) as MeasureName[];

export const isFirstToken = (name: MeasureName | undefined): boolean => name?.startsWith("time to first token") ?? false;

/** What is drawn. */
export interface Drawing {
  times: number[]; // s since 1970
  series: Series[];
}

/** Brings usage in steps onto one time axis: a line for each label, the largest first. Steps without calls are zero for sums. */
export function drawingOf(usage: Usage, by: string, { of, stacked }: Measure, kind = by): Drawing {
  const step = (usage.stepSeconds ?? 60) * 1000;
  const start = Math.floor(Date.parse(usage.from) / step) * step;
  const times: number[] = [];
  for (let at = start; at < Date.parse(usage.to); at += step) times.push(at);
  const lines = new Map<string, { sum: number; values: (number | null)[] }>();
  for (const u of usage.items) {
    const name = u.labels[by] || unnamed(kind);
    const line = lines.get(name) ?? { sum: 0, values: Array<number | null>(times.length).fill(stacked ? 0 : null) };
    lines.set(name, line);
    const value = of(u);
    const index = Math.round((Date.parse(u.at ?? "") - start) / step);
    if (value === undefined || !(index in times)) continue;
    line.values[index] = value;
    line.sum += stacked ? value : u.calls;
  }
  const ordered = [...lines].sort(([, a], [, b]) => b.sum - a.sum).filter(([, l]) => l.sum > 0);
  return { times: times.map((t) => t / 1000), series: ordered.map(([name, { values }]) => ({ name, values })) };
}

/** What calls are called that do not say by whom or with what. */
export const unnamed = (by: string): string => `no ${by}`;
