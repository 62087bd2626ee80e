import type { Ask, SeriesResult } from "@/features/gpus/api/query-gpu-series";
import type { Series } from "@/ui/series";
import { join } from "./gaps";

/** A chart of a GPU: one metric, or several of the same unit. */
export interface Panel {
  title: string;
  asks: Ask[];
  always?: boolean; // has its place also while nothing is known
}

export const panels: Panel[] = [
  { title: "Utilization", asks: [{ metric: "hw.gpu.utilization", by: ["hw.gpu.task"] }], always: true },
  { title: "Memory", asks: [{ metric: "hw.gpu.memory.usage" }, { metric: "hw.gpu.memory.limit" }], always: true },
  { title: "Power", asks: [{ metric: "hw.power" }, { metric: "hw.power.limit" }], always: true },
  { title: "Temperature", asks: [{ metric: "hw.temperature", by: ["hw.sensor_location"] }], always: true },
  { title: "Clocks", asks: [{ metric: "hw.gpu.speed", by: ["hw.gpu.clock_domain"] }] },
  { title: "PCIe", asks: [{ metric: "hw.gpu.io", by: ["network.io.direction"] }] },
  { title: "Links between GPUs", asks: [{ metric: "hw.gpu.interconnect.io", by: ["hw.gpu.interconnect.type", "network.io.direction"] }] },
  { title: "Memory controller", asks: [{ metric: "hw.gpu.memory.controller.utilization" }] },
  { title: "Fan", asks: [{ metric: "hw.fan.speed_ratio" }] },
  { title: "Fan speed", asks: [{ metric: "hw.fan.speed" }] },
  { title: "Errors", asks: [{ metric: "hw.errors", by: ["error.type", "gpu.xid.code"], aggregation: "increase" }] },
];

/** What a panel draws. */
export interface Drawing {
  times: number[]; // s since 1970
  series: Series[];
  unit: string;
}

// Units that are read more easily in another one.
const scales: Record<string, [number, string]> = { Hz: [1e-6, "MHz"], Cel: [1, "°C"] };

/** Brings the answers of a panel onto one time axis. Undefined when nothing was sent. */
export function drawingOf(results: (SeriesResult | null | undefined)[]): Drawing | undefined {
  const known = results.filter((r): r is SeriesResult => r != null && r.series.length > 0);
  const first = known[0];
  if (!first) return undefined;
  const sent = first.metric.unit ?? "";
  const [scale, unit] = scales[sent] ?? [1, first.aggregation === "rate" ? `${sent}/s` : sent];
  const series = known.flatMap((r) => {
    const at = new Map(r.times.map((t, i) => [t, i]));
    return r.series.map((s) => ({
      name: Object.values(s.labels).filter(Boolean).join(" ") || lastWord(r.metric.name),
      values: join(
        first.times.map((t) => {
          const value = s.values[at.get(t) ?? -1];
          return value == null ? null : value * scale;
        }),
      ),
    }));
  });
  return { times: first.times.map((t) => t / 1000), series, unit };
}

function lastWord(metric: string): string {
  return metric.split(".").at(-1) ?? metric;
}
