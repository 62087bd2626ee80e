import type { ReactElement } from "react";
import { useManySeries } from "@/features/gpus/api/query-series";
import { useRange, useScope } from "@/lib/scope";
import { useZoom } from "@/lib/telemetry/use-zoom";
import { useNow } from "@/lib/time/now";
import { backBy, spanOf, type Comparison } from "@/lib/time/range";
import { drawingOf, withPast } from "@/ui/chart-drawing";
import { ChartPanel } from "@/ui/chart-panel";
import { Failed } from "@/ui/states";
import type { Panel } from "./panels";

interface Props {
  host: string;
  panels: Panel[];
  wide?: boolean;
  compared?: Comparison | undefined;
}

/** Series of a host, a chart for each panel that it reports. */
export function HostCharts({ host, panels, wide = false, compared }: Props): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { zoom } = useZoom();
  const span = spanOf(range, useNow(15_000));
  const asks = panels.flatMap((p) => p.asks);
  const plain = asks.map((ask) => ({ ...ask, name: undefined }));
  const queries = useManySeries(scope, range, { host }, plain);
  const earlier = useManySeries(scope, range, { host }, compared ? plain : [], compared);
  const broken = queries.find((q) => q.isError && q.data === undefined);
  if (broken) return <Failed what="Reading the series" error={broken.error} retry={() => queries.forEach((q) => void q.refetch())} />;
  const shown = panels.map((panel) => {
    const own = panel.asks.map((ask) => asks.indexOf(ask));
    const names = panel.asks.map((a) => a.name);
    const drawing = drawingOf(own.map((i) => queries[i]?.data), names);
    return { ...panel, loading: own.some((i) => queries[i]?.isPending), drawing: drawing && compared ? withPast(drawing, own.map((i) => earlier[i]?.data), backBy(range, compared), names) : drawing };
  });
  return (
    <div className={`grid gap-3 ${wide ? "lg:grid-cols-2" : ""}`}>
      {shown
        .filter((p) => p.drawing || p.always)
        .map((p) => (
          <ChartPanel key={p.title} title={p.title} of="the host" drawing={p.drawing} loading={p.loading} height={wide ? 150 : 116} span={span} group={`host ${host}`} onRange={wide ? (from, to) => zoom({ from, to }) : undefined} />
        ))}
    </div>
  );
}
