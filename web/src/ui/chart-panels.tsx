import { memo, useMemo, type ReactElement } from "react";
import type { Wire } from "@/lib/api/types";
import { Chart } from "./chart";
import { drawingOf, withPast, type Drawing } from "./chart-drawing";
import { Bar } from "./states";

type Answers = (Wire<"SeriesResult"> | null | undefined)[]; // null: nobody sent it; undefined: not known yet

/** What is known of a chart: the answers about one metric, or several of the same unit. */
export interface PanelAnswers {
  title: string;
  names?: string[]; // of lines that nothing splits
  now: Answers;
  past: Answers | undefined; // of an earlier range
  back: number | undefined; // ms by which that is earlier
  loading: boolean;
  always?: boolean; // has its place also while nothing is known
}

interface Props {
  panels: PanelAnswers[];
  of: string; // whose they are: "the GPU"
  wide: boolean; // two beside each other
  span: { from: number; to: number }; // ms
  group: string;
  brush?: { onRange: (from: number, to: number) => void; onReset: () => void }; // dragging chooses the range of the page
}

/** Charts of one thing that share their cursor. */
export function ChartPanels({ panels, wide, ...rest }: Props): ReactElement {
  return (
    <div className={`grid gap-3 ${wide ? "lg:grid-cols-2" : ""}`}>
      {panels.map((panel) => (
        <Drawn key={panel.title} panel={panel} height={wide ? 150 : 116} {...rest} />
      ))}
    </div>
  );
}

interface DrawnProps extends Omit<Props, "panels" | "wide"> {
  panel: PanelAnswers;
  height: number;
}

/** One chart, drawn anew only when its own numbers or its time axis are others: the answers about many come one by one. */
const Drawn = memo(function Drawn({ panel, brush, ...rest }: DrawnProps): ReactElement | null {
  const { title, names, now, past, back = 0, loading, always } = panel;
  const drawing = useMemo(() => {
    const drawn = drawingOf(now, names);
    return drawn && past ? withPast(drawn, past, back, names) : drawn;
  }, [now, past, back, names]);
  if (!drawing && !always) return null;
  return <ChartPanel title={title} drawing={drawing} loading={loading} {...brush} {...rest} />;
}, same);

function same(a: DrawnProps, b: DrawnProps): boolean {
  const all = (of: Answers | undefined, other: Answers | undefined): boolean => of?.length === other?.length && (of ?? []).every((answer, i) => answer === other?.[i]);
  return all(a.panel.now, b.panel.now) && all(a.panel.past, b.panel.past) && a.panel.loading === b.panel.loading && a.height === b.height && a.group === b.group && a.span.from === b.span.from && a.span.to === b.span.to;
}

interface PanelProps {
  title: string;
  of: string; // whose it is, for the chart's name: "the GPU"
  drawing: Drawing | undefined;
  loading: boolean;
  height: number;
  span: { from: number; to: number }; // ms
  group?: string;
  onRange?: (from: number, to: number) => void; // ms
  onReset?: () => void; // double click
}

/** A titled chart in a grid of them; it keeps its place while nothing is known. */
function ChartPanel({ title, of, drawing, loading, height, onReset, ...rest }: PanelProps): ReactElement {
  return (
    <figure onDoubleClick={onReset} className="min-w-0 rounded-lg border border-line bg-panel pt-2 pb-1.5">
      <figcaption className="px-3 text-sm font-medium">{title}</figcaption>
      {drawing ? (
        <Chart label={`${title} of ${of} over time`} {...drawing} height={height} {...rest} />
      ) : (
        <div className="flex h-32 items-center justify-center px-4 text-center text-sm text-muted">{loading ? <Bar className="h-20 w-11/12" /> : "Not reported in this time range"}</div>
      )}
    </figure>
  );
}
