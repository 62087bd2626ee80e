import type { ReactElement } from "react";
import { useCountsOverTime, type Counts } from "@/features/traces/api/count-over-time";
import type { Records } from "@/features/traces/api/count-values";
import { useRange, useScope } from "@/lib/scope";
import { useZoom } from "@/lib/telemetry/use-zoom";
import { View } from "@/ui/query";
import { Bar } from "@/ui/states";
import { Timeline } from "@/ui/timeline";

/** How many traces or spans there were over time, how many failed, and how long they took. */
export function OverTime({ records }: { records: Records }): ReactElement {
  const query = useCountsOverTime(useScope(), useRange(), records);
  return (
    <View query={query} what="Counting over time" loading={<Loading />}>
      {(counts) => <Drawn counts={counts} what={records.roots ? "traces" : "spans"} />}
    </View>
  );
}

function Drawn({ counts: { buckets, stepSeconds }, what }: { counts: Counts; what: string }): ReactElement {
  const { zoom, zoomOut } = useZoom();
  const all = buckets ?? [];
  const times = all.map((b) => Date.parse(b.at));
  const step = stepSeconds * 1000;
  const span = { from: times[0] ?? 0, to: (times.at(-1) ?? 0) + step };
  const quantile = (name: string, of: "p50Ns" | "p95Ns") => ({ name, unit: "s", values: all.map((b) => (b[of] === undefined ? null : b[of] / 1e9)) });
  return (
    <Timeline
      label={`${what} over time`}
      times={times}
      step={step}
      span={span}
      bars={[
        { name: "failed", tone: "bad", values: all.map((b) => b.errors) },
        { name: "without error", tone: "accent", values: all.map((b) => b.count - b.errors) },
      ]}
      lines={[quantile("median duration", "p50Ns"), quantile("95th percentile", "p95Ns")]}
      onZoom={zoom}
      onZoomOut={() => zoomOut(span)}
    />
  );
}

function Loading(): ReactElement {
  return (
    <div role="status" aria-label="Loading" className="flex h-31 flex-col justify-end gap-2">
      <Bar className="h-16 w-full" />
      <Bar className="w-48" />
    </div>
  );
}
