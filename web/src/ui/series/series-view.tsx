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

export const mostLines = 8;

/** Lines over time. Of more than eight, those that can be added up are, as "other"; of others the greatest are drawn. */
export function SeriesView({ label, result: whole, span, height, unit = whole.unit, stacked = false, group, onRange, onReset }: Props): ReactElement {
  const result = useMemo(() => dense(whole), [whole]);
  const { lines, additive } = result;
  const drawn = additive ? limit(lines, mostLines) : lines.slice(0, mostLines);
  const series = drawn.map((l) => ({ name: l.name, values: stacked ? l.values : join(l.values) }));
  const hidden = additive ? result.left : lines.length - drawn.length + result.left;
  return (
    <div onDoubleClick={onReset} className="min-w-0">
      <Chart label={label} times={result.times.map((t) => t / 1000)} series={series} unit={unit} write={(value) => writeValue(value, unit)} height={height} span={span} stacked={stacked} {...(group && { group })} {...(onRange && { onRange })} />
      {hidden > 0 && <p className="px-3 pt-1 text-xs text-muted">{additive ? `${hidden} more groups are not part of it.` : `The ${drawn.length} greatest of ${drawn.length + hidden} are drawn.`}</p>}
    </div>
  );
}
