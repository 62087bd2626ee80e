import type { ReactElement } from "react";
import { usePanels, type Panel } from "@/features/gpus/api/query-panels";
import { useRange, useScope } from "@/lib/scope";
import { useBrush } from "@/lib/series/use-brush";
import { useNow } from "@/lib/time/now";
import { spanOf, type Comparison } from "@/lib/time/range";
import { ChartPanels } from "@/ui/chart-panels";
import { Failed } from "@/ui/states";

interface Props {
  host: string;
  panels: Panel[];
  wide?: boolean;
  compared?: Comparison | undefined;
}

/** Series of a host, a chart for each panel that it reports. */
export function HostCharts({ host, panels, wide = false, compared }: Props): ReactElement {
  const range = useRange();
  const brush = useBrush();
  const span = spanOf(range, useNow(15_000));
  const { panels: known, error, retry } = usePanels(useScope(), range, { host }, panels, compared);
  if (error) return <Failed what="Reading the series" error={error} retry={retry} />;
  return <ChartPanels panels={known} of="the host" wide={wide} span={span} group={`host ${host}`} {...(wide && { brush })} />;
}
