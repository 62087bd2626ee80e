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
  return records.roots ? <TracesOverTime records={records} /> : <SpansOverTime records={records} />;
}

function SpansOverTime({ records }: { records: Records }): ReactElement {
  const query = useCountsOverTime(useScope(), useRange(), records);
  return (
    <View query={query} what="Counting over time" loading={<Loading />}>
      {(counts) => <Drawn counts={counts} failed={(counts.buckets ?? []).map((b) => b.errors)} what="spans" names={["failed", "without error"]} />}
    </View>
  );
}

/** A trace failed when any of its spans did, which is counted by itself: its root span may be fine. */
function TracesOverTime({ records }: { records: Records }): ReactElement {
  const scope = useScope();
  const range = useRange();
  const query = useCountsOverTime(scope, range, records);
  const { data: bad } = useCountsOverTime(scope, range, records, true);
  const badAt = new Map(bad?.buckets?.map((b) => [b.at, b.count]));
  return (
    <View query={query} what="Counting over time" loading={<Loading />}>
      {(counts) => <Drawn counts={counts} failed={(counts.buckets ?? []).map((b) => Math.min(b.count, badAt.get(b.at) ?? 0))} what="traces" names={["with a failed span", "without"]} />}
    </View>
  );
}

interface Drawing {
  counts: Counts;
  failed: number[]; // in each step
  what: string;
  names: [failed: string, others: string];
}

function Drawn({ counts: { buckets, stepSeconds }, failed, what, names }: Drawing): ReactElement {
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
        { name: names[0], tone: "bad", values: failed },
        { name: names[1], tone: "accent", values: all.map((b, i) => b.count - (failed[i] ?? 0)) },
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
