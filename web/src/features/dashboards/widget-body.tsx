import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { Widget } from "@/features/dashboards/api/get-dashboard";
import { useManyQueries, type Shape } from "@/features/metrics/api/run-query";
import { sentence } from "@/lib/api/error";
import { change } from "@/lib/change";
import { useRange, useScope } from "@/lib/scope";
import { formulaError } from "@/lib/series/formula";
import { combine, type Result } from "@/lib/series/lines";
import { isComplete, type Query } from "@/lib/series/query";
import { writeValue } from "@/lib/series/unit";
import { useNow } from "@/lib/time/now";
import { defaultRange, earlierQuery, lengthName, spanOf } from "@/lib/time/range";
import { Button } from "@/ui/button";
import { limit } from "@/ui/series";
import { SeriesView } from "@/ui/series/series-view";
import { Groups } from "./groups";
import { TextView } from "./text-view";
import { queriesOf, reduceWords } from "./widget";

interface Props {
  widget: Widget;
  size: { width: number; height: number }; // px that there are
  group: string; // charts of a group share their cursor
  brush: { onRange: (from: number, to: number) => void; onReset: () => void };
}

/** What a widget shows. */
export function WidgetBody(props: Props): ReactElement {
  const { widget } = props;
  if (widget.kind === "text") return <TextView text={widget.text ?? ""} />;
  if (widget.kind === "series") return <Lines {...props} />;
  return widget.kind === "number" ? <OneNumber widget={widget} /> : <Grouped widget={widget} />;
}

/** The answers of a widget's queries as one. */
function useAnswer(widget: Widget, shape: Shape): { result: Result | undefined; state: State } {
  const queries = queriesOf(widget);
  const answers = useManyQueries(useScope(), useRange(), queries, shape);
  const formula = formulaError(widget.formula ?? "", queries.length) ? "" : (widget.formula ?? "");
  const settled = answers.every((a, i) => !a.isPending || !isComplete(queries[i] as Query));
  const result = settled ? combine(queries, answers.map((a) => a.data), formula) : undefined;
  return { result: result && result.lines.length > 0 ? result : undefined, state: { answers, queries } };
}

interface State {
  answers: UseQueryResult<Result | null>[];
  queries: Query[];
}

/** What is shown while there is no result: that it is read, failed, or that there is nothing. */
function Without({ answers, queries }: State): ReactElement {
  const failed = answers.find((a) => a.isError);
  if (failed) {
    return (
      <div role="alert" className="flex h-full flex-col items-center justify-center gap-1.5 px-3 text-center text-sm">
        <p className="line-clamp-3 text-bad">{sentence(failed.error)}</p>
        <Button kind="quiet" icon="refresh" onClick={() => void failed.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  const open = queries.find((q) => !isComplete(q));
  if (!open && answers.some((a) => a.isPending)) return <div role="status" aria-label="Loading" className="mx-3 mb-3 h-[calc(100%-12px)] animate-breathe rounded bg-hover" />;
  const missing = answers.findIndex((a) => a.data === null);
  const why = open ? "Choose a metric." : missing >= 0 ? `No ${queries[missing]?.metric} was sent in this time range.` : "Nothing in this time range.";
  return <p className="flex h-full items-center justify-center px-3 text-center text-sm text-muted">{why}</p>;
}

/** How high the legend of a chart is, in px: the chart gets the rest. */
function legendHeight(names: string[], width: number): number {
  const entries = ["00:00:00 time", ...names].map((n) => Math.min(n.length, 60) * 6.2 + 66); // its mark, name and number
  const lines = Math.ceil(entries.reduce((a, b) => a + b, 0) / Math.max(1, width - 16));
  return Math.min(lines, 4) * 20 + 8;
}

function Lines({ widget, size, group, brush }: Props): ReactElement {
  const span = spanOf(useRange(), useNow(15_000));
  const { result, state } = useAnswer(widget, { points: 120 });
  if (!result) return <Without {...state} />;
  const legend = legendHeight(limit(result.lines, result.additive).shown.map((l) => l.name), size.width);
  return <SeriesView label={`${widget.title || "Queries"} over time`} result={result} span={span} height={Math.max(80, size.height - legend)} unit={widget.unit || undefined} stacked={widget.stacked ?? false} group={group} {...brush} />;
}

/** One value, and how it changed since the range before. */
function OneNumber({ widget }: { widget: Widget }): ReactElement {
  const shape: Shape = { groups: true, reduce: widget.reduce, limit: 1000 };
  const { result, state } = useAnswer(widget, shape);
  const range = useRange();
  const past = useAnswer(widget, { ...shape, range: earlierQuery(range) }).result;
  if (!result) return <Without {...state} />;
  const [now, before] = [total(result, widget), past && total(past, widget)];
  const by = before === undefined ? "" : change(now, before);
  return (
    <div className="flex h-full flex-col justify-center gap-0.5 px-3 pb-3">
      <p className="truncate text-[26px] leading-8 font-semibold tracking-tight">{writeValue(now, widget.unit || result.unit)}</p>
      <p className="truncate text-xs text-muted">
        {widget.reduce && `${reduceWords[widget.reduce]} · `}
        {by ? `${by} vs the ${range.from === undefined ? lengthName(range.range ?? defaultRange) : "time"} before` : "nothing to compare with before"}
      </p>
    </div>
  );
}

/** The groups of a number: added up where they may be, else the first. */
function total(result: Result, widget: Widget): number {
  const values = result.lines.map((l) => l.values[0] ?? 0);
  if (result.additive && (widget.reduce ?? "sum") === "sum") return values.reduce((a, b) => a + b, 0);
  return values[0] ?? 0;
}

/** The greatest groups, as a table or as bars. */
function Grouped({ widget }: { widget: Widget }): ReactElement {
  const limit = widget.limit || 10;
  const { result, state } = useAnswer(widget, { groups: true, reduce: widget.reduce, limit: 1000 });
  if (!result) return <Without {...state} />;
  return <Groups result={result} unit={widget.unit || result.unit} limit={limit} bars={widget.kind === "bar"} label={widget.title || "Groups"} />;
}
