import type { ReactElement, ReactNode } from "react";
import { Chart } from "./chart";
import type { Drawing } from "./chart-drawing";
import { Bar } from "./states";

interface Props {
  title: string;
  of: string; // whose it is, for the chart's name: "the GPU"
  drawing: Drawing | undefined;
  loading: boolean;
  nothing?: ReactNode; // why nothing may be there
  height?: number;
  span: { from: number; to: number }; // ms
  group?: string;
  onRange?: (from: number, to: number) => void; // ms
  onReset?: () => void; // double click
}

/** A titled chart in a grid of them; it keeps its place while nothing is known. */
export function ChartPanel({ title, of, drawing, loading, nothing = "Not reported in this time range", height = 150, onReset, ...rest }: Props): ReactElement {
  return (
    <figure onDoubleClick={onReset} className="min-w-0 rounded-lg border border-line bg-panel pt-2 pb-1.5">
      <figcaption className="px-3 text-sm font-medium">{title}</figcaption>
      {drawing ? (
        <Chart label={`${title} of ${of} over time`} {...drawing} height={height} {...rest} />
      ) : (
        <div className="flex h-32 items-center justify-center px-4 text-center text-sm text-muted">{loading ? <Bar className="h-20 w-11/12" /> : nothing}</div>
      )}
    </figure>
  );
}
