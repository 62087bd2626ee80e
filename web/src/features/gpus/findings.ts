import type { FleetAsk } from "@/features/gpus/api/query-fleet-series";
import type { SeriesResult } from "@/features/gpus/api/query-series";
import { isSevere, type Counted } from "@/features/gpus/api/state";
import { keyOf } from "./fleet";
import { errorMarks, throttleMarks, type Mark } from "./marks";

const gpu: FleetAsk["by"] = [
  { source: "resource", key: "host.name" },
  { source: "attribute", key: "hw.id" },
];
const steps = 240; // of the range: when it began is told to one of them

/** What tells since when GPUs are throttled, and when they last had an error. */
export const sinceAsks: Partial<Record<Counted, FleetAsk>> = {
  throttled: { metric: "hw.status", by: gpu, only: { "hw.state": "throttled" }, aggregation: "max", steps },
  error: { metric: "hw.errors", by: [...gpu, { source: "attribute", key: "error.type" }], aggregation: "increase", steps },
};

/** When what is counted began or happened last, in ms since 1970, by GPU. */
export function sinceBy(of: Counted | undefined, result: SeriesResult | null | undefined): Map<string, number> {
  const found = new Map<string, number>();
  if (!result || (of !== "throttled" && of !== "error")) return found;
  for (const series of result.series) {
    if (of === "error" && !isSevere(series.labels["error.type"] ?? "")) continue;
    const one = { ...result, series: [series] };
    const last = (of === "throttled" ? throttleMarks(one) : errorMarks(one)).at(-1) as Mark | undefined;
    if (!last) continue;
    const key = keyOf(series.labels["host.name"] ?? "", series.labels["hw.id"] ?? "");
    found.set(key, Math.max(found.get(key) ?? 0, last.from * 1000));
  }
  return found;
}
