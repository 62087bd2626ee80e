import { useEffect, useRef, type ReactElement } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import "./chart.css";
import { withUnit } from "@/lib/format";
import { useDrawnTheme } from "@/lib/theme";
import { limit, type Series } from "./series";

interface Props {
  label: string;
  times: number[]; // s since 1970
  series: Series[];
  unit: string; // UCUM, of the metric's metadata
  height?: number;
  span?: { from: number; to: number }; // ms; the whole x axis, also where nothing is
  group?: string; // charts of a group share their cursor
}

// Told apart also by people who see few colours; the same order in both themes.
const palette = {
  light: ["#2a57d6", "#c2570c", "#0f766e", "#a21caf", "#8a6d00", "#0369a1", "#be123c", "#4d7c0f"],
  dark: ["#8aaeff", "#fb923c", "#2dd4bf", "#e879f9", "#facc15", "#38bdf8", "#fb7185", "#a3e635"],
};

/** Lines over time from zero. Drag to zoom, double-click for all; the legend shows the numbers under the cursor. */
export function Chart({ label, times, series, unit, height = 180, span, group }: Props): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useDrawnTheme();
  const shown = limit(series);
  const names = shown.map((s) => s.name).join("\n");
  const data = [times, ...shown.map((s) => s.values)] as uPlot.AlignedData;
  const whole = span ? { min: span.from / 1000, max: span.to / 1000 } : { min: times[0] ?? 0, max: times.at(-1) ?? 1 };
  const latest = useRef({ data, whole, zoomed: false });
  useEffect(() => {
    latest.current = { ...latest.current, data, whole };
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const zoom = {
      in: () => (latest.current.zoomed = true),
      out: (u: uPlot) => {
        latest.current.zoomed = false;
        u.setScale("x", latest.current.whole);
      },
    };
    const made = new uPlot(options(element, names.split("\n"), unit, height, group, zoom), latest.current.data, element);
    plot.current = made;
    const resize = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [names, unit, height, group, theme]);

  useEffect(() => {
    const drawn = plot.current;
    if (!drawn) return;
    drawn.setData(data, false);
    const { min, max } = drawn.scales["x"] ?? {};
    drawn.setScale("x", latest.current.zoomed && min != null && max != null ? { min, max } : whole);
  });
  return <div ref={box} role="img" aria-label={label} className="chart w-full" />;
}

/** The marks of the time axis: seconds only where they differ, days where they do. */
function clock(_: uPlot, marks: number[], __: number, ___: number, step: number): string[] {
  const style: Intl.DateTimeFormatOptions = step >= 86_400 ? { month: "short", day: "numeric" } : { hour: "2-digit", minute: "2-digit", ...(step < 60 && { second: "2-digit" }), hourCycle: "h23" };
  return marks.map((at) => new Date(at * 1000).toLocaleString(undefined, style));
}

/** What dragging and double-clicking do. */
interface Zoom {
  in: () => void;
  out: (u: uPlot) => void;
}

function options(element: HTMLElement, names: string[], unit: string, height: number, group: string | undefined, zoom: Zoom): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const lines = document.documentElement.dataset["theme"] === "dark" ? palette.dark : palette.light;
  const axis = { stroke: colour("--muted"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false }, font: "11px system-ui" };
  return {
    width: element.clientWidth,
    height,
    padding: [10, 12, 0, 0],
    cursor: {
      sync: group ? { key: group } : undefined,
      y: false,
      points: { size: 6 },
      bind: {
        dblclick: (u) => () => {
          zoom.out(u);
          return null;
        },
      },
    },
    hooks: { setSelect: [(u) => u.select.width > 0 && zoom.in()] },
    legend: { live: true },
    scales: { y: { range: (_, low, high) => [Math.min(0, low ?? 0), high > 0 ? high * 1.08 : 1] } },
    axes: [
      { ...axis, values: clock, space: 80, size: 26 },
      { ...axis, size: 56, values: (_, ticks) => ticks.map((t) => withUnit(t, unit)) },
    ],
    series: [
      { label: "time", value: (_, at) => (at == null ? "" : new Date(at * 1000).toLocaleTimeString()) },
      ...names.map((name, i): uPlot.Series => ({
        label: name,
        stroke: lines[i % lines.length],
        width: 1.5,
        points: { show: false },
        value: (_, v) => (v == null ? "–" : withUnit(v, unit)),
      })),
    ],
  };
}
