import { useEffect, useMemo, type ReactElement } from "react";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { useGpuSeries, useManyGpuSeries } from "@/features/gpus/api/query-gpu-series";
import { useRange, useScope } from "@/lib/scope";
import { useDrawnTheme } from "@/lib/theme";
import { useNow } from "@/lib/time/now";
import { spanOf } from "@/lib/time/range";
import { instant } from "@/lib/time/relative";
import { Chart } from "@/ui/chart";
import { Section } from "@/ui/page";
import { Bar, Failed } from "@/ui/states";
import { errorMarks, markCharts, throttleMarks, type Mark } from "./marks";
import { drawingOf, panels } from "./panels";

const asks = panels.flatMap((p) => p.asks);
const throttled = { metric: "hw.status", by: ["hw.status.reason"], aggregation: "max" as const, only: { "hw.state": "throttled" } };
const failed = { metric: "hw.errors", by: ["error.type", "gpu.xid.code"], aggregation: "increase" as const };

/** All series of a GPU, with when it was throttled and when errors came. */
export function GpuCharts({ gpu, wide = false }: { gpu: Gpu; wide?: boolean }): ReactElement {
  const scope = useScope();
  const range = useRange();
  const span = spanOf(range, useNow(15_000));
  const queries = useManyGpuSeries(scope, range, gpu, asks);
  const status = useGpuSeries(scope, range, gpu, throttled).data;
  const errors = useGpuSeries(scope, range, gpu, failed).data;
  const marks = useMemo(() => [...throttleMarks(status), ...errorMarks(errors)].sort((a, b) => b.from - a.from), [status, errors]);
  const group = `gpu ${gpu.id}`;
  useDrawnTheme(); // charts are made anew with the theme
  useEffect(() => markCharts(group, marks));

  const broken = queries.find((q) => q.isError && q.data === undefined);
  if (broken) return <Failed what="Reading the series" error={broken.error} retry={() => queries.forEach((q) => void q.refetch())} />;
  const shown = panels.map((panel) => {
    const own = panel.asks.map((ask) => queries[asks.indexOf(ask)]);
    return { ...panel, loading: own.some((q) => q?.isPending), drawing: drawingOf(own.map((q) => q?.data)) };
  });
  return (
    <>
      <div className={`grid gap-3 ${wide ? "lg:grid-cols-2" : ""}`}>
        {shown
          .filter((p) => p.drawing || p.always)
          .map((p) => (
            <figure key={p.title} className="min-w-0 rounded-lg border border-line bg-panel pt-2 pb-1.5">
              <figcaption className="px-3 text-sm font-medium">{p.title}</figcaption>
              {p.drawing ? (
                <Chart label={`${p.title} of the GPU over time`} {...p.drawing} height={wide ? 150 : 116} span={span} group={group} />
              ) : (
                <div className="flex h-32 items-center justify-center text-sm text-muted">{p.loading ? <Bar className="h-20 w-11/12" /> : "Not reported in this time range"}</div>
              )}
            </figure>
          ))}
      </div>
      {marks.length > 0 && <MarkList marks={marks} />}
    </>
  );
}

const most = 8;

/** The marks in words, newest first. */
function MarkList({ marks }: { marks: Mark[] }): ReactElement {
  return (
    <Section title="Throttling and errors">
      <ul className="divide-y divide-line rounded-lg border border-line bg-panel text-sm">
        {marks.slice(0, most).map((m) => (
          <li key={`${m.kind} ${m.about} ${m.from}`} className="flex items-baseline gap-2 px-3 py-1.5">
            <span aria-hidden="true" className={`w-3 text-center font-bold ${m.kind === "error" ? "text-bad" : "text-warn"}`}>
              {m.kind === "error" ? "!" : "▾"}
            </span>
            <span className="min-w-0 flex-1 break-words">
              {m.kind} · {m.about}
            </span>
            <time dateTime={new Date(m.from * 1000).toISOString()} className="text-xs text-muted">
              {instant(m.from * 1000)}
              {m.to > m.from && ` – ${new Date(m.to * 1000).toLocaleTimeString()}`}
            </time>
          </li>
        ))}
        {marks.length > most && <li className="px-3 py-1.5 text-muted">and {marks.length - most} earlier</li>}
      </ul>
    </Section>
  );
}
