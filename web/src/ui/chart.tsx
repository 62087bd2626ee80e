import { useEffect, useMemo, useRef, type ReactElement } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import "./chart.css";
import { count } from "@/lib/format";
import { plainUnit, writeValue } from "@/lib/series/unit";
import { useDrawnTheme } from "@/lib/theme";
import { optionsOf, type Look } from "./chart-options";
import { stack } from "./chart-stack";
import { limit, type Series } from "./series";

interface Props {
  label: string;
  times: number[]; // s since 1970
  series: Series[];
  additive?: boolean; // its lines may be added up, as counts, sums and rates may; beyond eight they are
  left?: number; // lines that are not even in series
  unit: string; // UCUM, of the metric's metadata
  write?: (value: number) => string; // for what has no unit of UCUM, as money
  height?: number;
  span?: { from: number; to: number }; // ms; the whole x axis, also where nothing is
  group?: string; // charts of a group share their cursor
  stacked?: boolean; // bars that stand on each other
  onRange?: (from: number, to: number) => void; // ms; dragging chooses a range instead of zooming
}

/** Lines over time from zero. Drag to zoom, double-click for all; the legend shows the numbers under the cursor, else the latest. */
export function Chart({ label, times, series, additive = false, left = 0, unit, write, height = 180, span, group, stacked = false, onRange }: Props): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useDrawnTheme();
  const { data, values, names, hidden } = useMemo(() => numbersOf(times, series, additive, stacked), [times, series, additive, stacked]);
  const { min, max } = span ? { min: span.from / 1000, max: span.to / 1000 } : { min: times[0] ?? 0, max: times.at(-1) ?? 1 };
  const latest = useRef({ data, values, whole: { min, max }, write, onRange, zoomed: false });
  useEffect(() => {
    latest.current = { ...latest.current, data, values, whole: { min, max }, write, onRange };
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look: Look = {
      lines: names.split("\n").map((n) => ({ name: n.slice(n.indexOf(" ") + 1), past: n.startsWith("past ") })),
      height,
      group,
      stacked,
      unit,
      write: (value) => latest.current.write?.(value) ?? writeValue(value, unit),
      writeMark: (value) => latest.current.write?.(value) ?? writeValue(value, plainUnit(unit)),
      valueOf: (line, at) => (at === null ? latest.current.values[line]?.findLast((v) => v != null) : latest.current.values[line]?.[at]),
      onZoom: (u) => {
        if (u.select.width <= 0) return;
        if (latest.current.onRange) return dragged(u, latest.current.onRange);
        latest.current.zoomed = true;
      },
      onReset: (u) => {
        latest.current.zoomed = false;
        u.setScale("x", latest.current.whole);
      },
      zooms: latest.current.onRange === undefined,
    };
    const made = new uPlot(optionsOf(element, look), latest.current.data, element);
    plot.current = made;
    const resize = new ResizeObserver(() => element.clientWidth !== made.width && made.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [names, unit, height, group, stacked, theme]);

  // Also after it was made anew, which draws once: uPlot waits for the end of the turn.
  useEffect(() => {
    const drawn = plot.current;
    if (!drawn) return;
    drawn.setData(data, false);
    const { min: from, max: to } = drawn.scales["x"] ?? {};
    drawn.setScale("x", latest.current.zoomed && from != null && to != null ? { min: from, max: to } : { min, max });
  }, [data, min, max, names, unit, height, group, stacked, theme]);
  return (
    <>
      <div ref={box} role="img" aria-label={label} className="chart w-full" />
      {hidden + left > 0 && <p className="px-3 pt-1 text-xs text-muted">{count(hidden + left)} more not shown</p>}
    </>
  );
}

/** What is drawn of the lines: at most eight, on each other when stacked. */
function numbersOf(times: number[], series: Series[], additive: boolean, stacked: boolean): { data: uPlot.AlignedData; values: (number | null)[][]; names: string; hidden: number } {
  const { shown, hidden } = limit(series, additive);
  const values = shown.map((s) => s.values);
  const names = shown.map((s) => `${s.past ? "past" : "now"} ${s.name}`).join("\n");
  return { data: [times, ...(stacked ? stack(values) : values)] as uPlot.AlignedData, values, names, hidden };
}

/** Hands on what was dragged over, and lets the selection go. */
function dragged(u: uPlot, onRange: (from: number, to: number) => void): void {
  const { left, width } = u.select;
  const [from, to] = [u.posToVal(left, "x") * 1000, u.posToVal(left + width, "x") * 1000];
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (to - from >= 1000) onRange(Math.round(from), Math.round(to));
}
