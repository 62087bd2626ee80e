import { useMemo, type ReactElement } from "react";
import { dense, type Result } from "@/lib/series/lines";
import type { Span } from "@/lib/time/range";
import { Chart } from "@/ui/chart";
import { join } from "@/ui/chart-gaps";
import { limit, type Series } from "@/ui/series";

interface Props {
  label: string;
  result: Result;
  span: Span;
  height: number;
  unit?: string | undefined; // instead of the result's
  stacked?: boolean;
  group?: string;
  onRange?: (from: number, to: number) => void;
  onReset?: () => void;
}

/** Lines over time. Lines that stand on each other keep their gaps, others are joined across steps without a report. */
export function SeriesView({ label, result: whole, span, height, unit = whole.unit, stacked = false, group, onRange, onReset }: Props): ReactElement {
  const { times, series, left } = useMemo(() => drawnOf(whole, stacked), [whole, stacked]);
  return (
    <div onDoubleClick={onReset} className="min-w-0">
      <Chart label={label} times={times} series={series} left={left} unit={unit} height={height} span={span} stacked={stacked} {...(group && { group })} {...(onRange && { onRange })} />
    </div>
  );
}

/** What of a result is drawn, on a time axis in s. */
function drawnOf(whole: Result, stacked: boolean): { times: number[]; series: Series[]; left: number } {
  const { times, lines, additive, left } = dense(whole);
  const { shown, hidden } = limit(lines, additive); // before they are joined: sums are of what was measured
  return { times: times.map((t) => t / 1000), series: shown.map((l) => ({ name: l.name, values: stacked ? l.values : join(l.values) })), left: hidden + left };
}
