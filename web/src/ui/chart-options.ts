import uPlot from "uplot";
import { clockTime, written } from "@/lib/time/zone";
import { markStyle } from "./time-axis";

/** What a chart is drawn with, besides its numbers. */
export interface Look {
  lines: { name: string; past: boolean }[];
  unit: string; // UCUM
  write: (value: number) => string;
  writeMark: (value: number) => string; // on the axis, where there is little room
  height: number;
  group: string | undefined;
  stacked: boolean;
  zooms: boolean; // dragging zooms
  valueOf: (line: number, at: number | null) => number | null | undefined; // as it was given, not as it is stacked; the latest without a place
  onZoom: (u: uPlot) => void;
  onReset: (u: uPlot) => void;
}

// Told apart also by people who see few colours; the same order in both themes.
export const palette = {
  light: ["#2a57d6", "#c2570c", "#0f766e", "#a21caf", "#8a6d00", "#0369a1", "#be123c", "#4d7c0f"],
  dark: ["#8aaeff", "#fb923c", "#2dd4bf", "#e879f9", "#facc15", "#38bdf8", "#fb7185", "#a3e635"],
};

/** The colours of lines in the theme that is drawn. */
export function lineColours(): string[] {
  return document.documentElement.dataset["theme"] === "dark" ? palette.dark : palette.light;
}

/** The marks of the time axis. */
function clock(_: uPlot, marks: number[], __: number, ___: number, step: number): string[] {
  const style = markStyle(step);
  return marks.map((at) => written(at * 1000, style));
}

const powers = Array.from({ length: 60 }, (_, i) => 2 ** i); // bytes are read in them

/** The width that the marks of the value axis need. */
function room(_: uPlot, marks: string[] | null): number {
  return Math.max(52, 16 + 6.2 * Math.max(0, ...(marks ?? []).map((m) => m.length)));
}

export function optionsOf(element: HTMLElement, look: Look): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const axis = { stroke: colour("--muted"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false }, font: "11px system-ui" };
  return {
    width: element.clientWidth,
    height: look.height,
    padding: [10, 12, 0, 0],
    cursor: {
      sync: look.group ? { key: look.group } : undefined,
      y: false,
      points: look.stacked ? { show: false } : { size: 6 },
      drag: { x: true, y: false, setScale: look.zooms },
      bind: {
        dblclick: (u) => () => {
          look.onReset(u);
          return null;
        },
      },
    },
    hooks: { setSelect: [look.onZoom] },
    legend: { live: true },
    scales: { y: { range: (_, low, high) => [Math.min(0, low ?? 0), high > 0 ? high * 1.08 : 1] } },
    axes: [
      { ...axis, values: clock, space: 80, size: 26 },
      { ...axis, size: room, values: (_, ticks) => ticks.map((t) => look.writeMark(t)), ...(/^By\b/.test(look.unit) && { incrs: powers }) },
    ],
    series: [{ label: "time", value: (_, at) => (at == null ? "latest" : clockTime(at * 1000)) }, ...linesOf(look)],
  };
}

function linesOf(look: Look): uPlot.Series[] {
  const colours = lineColours();
  const bars = look.stacked ? uPlot.paths.bars?.({ size: [0.86, 60], align: 1 }) : undefined;
  const now = new Map(look.lines.filter((l) => !l.past).map((l, i) => [l.name, i]));
  return look.lines.map(({ name, past }, i): uPlot.Series => {
    const stroke = colours[((past ? now.get(name.replace(/ before$/, "")) : undefined) ?? i) % colours.length]; // an earlier range has the colours of this one
    return {
      label: name,
      stroke,
      width: look.stacked ? 0 : 1.5,
      points: { show: false },
      value: (_, __, line, at) => {
        const value = look.valueOf(line - 1, at);
        return value == null ? "–" : look.write(value);
      },
      ...(bars && { fill: stroke, paths: bars }),
      ...(past && { dash: [4, 4], alpha: 0.6 }),
    };
  });
}
