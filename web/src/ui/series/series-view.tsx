import { useMemo, type ReactElement } from "react";
import { dense, type Result } from "@/lib/series/lines";
import { writeValue } from "@/lib/series/unit";
import type { Span } from "@/lib/time/range";
import { Chart } from "@/ui/chart";
import { join } from "@/ui/chart-gaps";
import { limit } from "@/ui/series";

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
  const result = useMemo(() => dense(whole), [whole]);
  const { lines, additive } = result;
  const { shown, hidden } = limit(lines, additive); // before they are joined: sums are of what was measured
  const series = shown.map((l) => ({ name: l.name, values: stacked ? l.values : join(l.values) }));
  return (
    <div onDoubleClick={onReset} className="min-w-0">
      <Chart label={label} times={result.times.map((t) => t / 1000)} series={series} left={hidden + result.left} unit={unit} write={(value) => writeValue(value, unit)} height={height} span={span} stacked={stacked} {...(group && { group })} {...(onRange && { onRange })} />
    </div>
  );
}
