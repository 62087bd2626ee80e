import type { Widget } from "@/features/dashboards/api/get-dashboard";
import { newQuery, queryWords, readQueries, writeQuery, type Query } from "@/lib/series/query";

export type Kind = Widget["kind"];
export const kinds: Record<Kind, { name: string; about: string; w: number; h: number }> = {
  series: { name: "Time series", about: "lines over time", w: 6, h: 4 },
  number: { name: "Number", about: "one value, and how it changed since the range before", w: 3, h: 2 },
  top: { name: "Top list", about: "a table of the greatest groups", w: 4, h: 4 },
  bar: { name: "Bars", about: "groups as bars", w: 4, h: 4 },
  text: { name: "Text", about: "a note with links", w: 4, h: 2 },
};
export const reductions = ["last", "avg", "min", "max", "sum"] as const;
export type Reduce = (typeof reductions)[number];
export const reduceWords: Record<Reduce, string> = { last: "last value", avg: "average", min: "least", max: "greatest", sum: "sum" };

export const queriesOf = (widget: Widget): Query[] => readQueries(widget.queries);

/** A widget with other queries. */
export const withQueries = (widget: Widget, queries: Query[]): Widget => ({ ...widget, queries: queries.map(writeQuery) });

/** A widget of another kind: what the kind has no use for is left out. */
export function withKind(widget: Widget, kind: Kind): Widget {
  const { id, place, title } = widget;
  if (kind === "text") return { id, kind, place, title, text: widget.text ?? "" };
  const queries = queriesOf(widget);
  const own = queries.length > 0 ? queries : [newQuery()];
  const { formula, unit, reduce, limit, stacked } = widget;
  return withQueries({ id, kind, place, title, formula, unit, ...(kind === "series" ? { stacked } : { reduce }), ...((kind === "top" || kind === "bar") && { limit }) }, own);
}

/** The title of a widget, or what it shows. */
export function titleOf(widget: Widget): string {
  return widget.title || (widget.kind === "text" ? "" : (widget.formula || queriesOf(widget).map(queryWords).join(", ")));
}
