import { useEffect, useMemo, type ReactElement } from "react";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { usePanels } from "@/features/gpus/api/query-panels";
import { gpuOwner, useManySeries, type Ask } from "@/features/gpus/api/query-series";
import { useRange, useScope } from "@/lib/scope";
import { useBrush } from "@/lib/series/use-brush";
import { useDrawnTheme } from "@/lib/theme";
import { useNow } from "@/lib/time/now";
import { spanOf, type Comparison } from "@/lib/time/range";
import { instant } from "@/lib/time/relative";
import { clockTime } from "@/lib/time/zone";
import { ChartPanels } from "@/ui/chart-panels";
import { Section } from "@/ui/page";
import { Failed } from "@/ui/states";
import { errorMarks, markCharts, throttleMarks, type Mark } from "./marks";
import { panels } from "./panels";

const marking: Ask[] = [
  { metric: "hw.status", by: ["hw.status.reason"], aggregation: "max", only: { "hw.state": "throttled" } },
  { metric: "hw.errors", by: ["error.type", "gpu.xid.code"], aggregation: "increase" },
];

/** All series of a GPU, with when it was throttled and when errors came; next to an earlier range when one is chosen. */
export function GpuCharts({ gpu, wide = false, compared }: { gpu: Gpu; wide?: boolean; compared?: Comparison | undefined }): ReactElement {
  const scope = useScope();
  const range = useRange();
  const brush = useBrush();
  const span = spanOf(range, useNow(15_000));
  const { panels: known, error, retry } = usePanels(scope, range, gpuOwner(gpu), panels, compared);
  const [status, errors] = useManySeries(scope, range, gpuOwner(gpu), marking).map((q) => q.data);
  const marks = useMemo(() => [...throttleMarks(status), ...errorMarks(errors)].sort((a, b) => b.from - a.from), [status, errors]);
  const group = `gpu ${gpu.id}`;
  useDrawnTheme(); // charts are made anew with the theme
  useEffect(() => markCharts(group, marks));
  if (error) return <Failed what="Reading the series" error={error} retry={retry} />;
  return (
    <>
      <ChartPanels panels={known} of="the GPU" wide={wide} span={span} group={group} {...(wide && { brush })} />
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
              {m.to > m.from && ` – ${clockTime(m.to * 1000)}`}
            </time>
          </li>
        ))}
        {marks.length > most && <li className="px-3 py-1.5 text-muted">and {marks.length - most} earlier</li>}
      </ul>
    </Section>
  );
}
