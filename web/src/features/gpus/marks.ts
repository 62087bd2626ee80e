import uPlot from "uplot";
import type { SeriesResult } from "@/features/gpus/api/query-series";
import { spacing } from "@/ui/chart-gaps";
import { errorWords, reasonWords } from "./words";

/** Something that happened to a GPU, in s since 1970. Throttling lasts; an error is an instant. */
export interface Mark {
  kind: "throttled" | "error";
  from: number;
  to: number;
  name: string; // short, for a chart: "sw power cap"
  about: string; // with its meaning
}

/** When a GPU was throttled, and why: reports that follow each other are one mark. */
export function throttleMarks(status: SeriesResult | null | undefined): Mark[] {
  if (!status) return [];
  return status.series.flatMap((s) => {
    const reason = s.labels["hw.status.reason"] || "throttled";
    const longest = status.stepSeconds * spacing(s.values) * 1.5;
    const marks: Mark[] = [];
    s.values.forEach((value, i) => {
      if (value == null || value <= 0) return;
      const from = (status.times[i] ?? 0) / 1000;
      const last = marks.at(-1);
      if (last && from + status.stepSeconds - last.to <= longest) last.to = from + status.stepSeconds;
      else marks.push({ kind: "throttled", from, to: from + status.stepSeconds, name: reason.replaceAll("_", " "), about: reasonWords(reason) });
    });
    return marks;
  });
}

/** When errors were counted. */
export function errorMarks(errors: SeriesResult | null | undefined): Mark[] {
  if (!errors) return [];
  return errors.series.flatMap((s) =>
    s.values.flatMap((value, i) => {
      if (value == null || value <= 0) return [];
      const at = (errors.times[i] ?? 0) / 1000;
      const type = [s.labels["error.type"], s.labels["gpu.xid.code"]].filter(Boolean).join(" ");
      return [{ kind: "error" as const, from: at, to: at, name: type.replaceAll("_", " "), about: errorWords(type, value) }];
    }),
  );
}

/** Draws marks on a chart: throttling as a band with ▾, errors as a dashed line with !, each with its name where there is room for it. */
function draw(u: uPlot, marks: Mark[]): void {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const { ctx, bbox } = u;
  const ratio = window.devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.font = `bold ${11 * ratio}px system-ui`;
  ctx.textAlign = "left";
  const taken: [number, number][] = []; // by names
  const tell = (sign: string, name: string, from: number, room: number): void => {
    const whole = `${sign} ${name}`;
    const width = ctx.measureText(whole).width;
    const free = width <= room && taken.every(([begin, end]) => from + width < begin || from > end);
    const text = free ? whole : sign;
    taken.push([from, from + ctx.measureText(text).width + 4 * ratio]);
    ctx.fillText(text, from, bbox.top + 12 * ratio);
  };
  for (const mark of marks) {
    const from = u.valToPos(mark.from, "x", true);
    const to = u.valToPos(mark.to, "x", true);
    if (to < bbox.left || from > bbox.left + bbox.width) continue;
    ctx.fillStyle = ctx.strokeStyle = colour(mark.kind === "error" ? "--bad" : "--warn");
    if (mark.kind === "throttled") {
      ctx.globalAlpha = 0.13;
      ctx.fillRect(from, bbox.top, Math.max(ratio, to - from), bbox.height);
      ctx.globalAlpha = 1;
      ctx.fillRect(from, bbox.top, Math.max(ratio, to - from), 2 * ratio);
      tell("▾", mark.name, Math.max(bbox.left, from) + 2 * ratio, Math.min(bbox.left + bbox.width, Math.max(to, from + 90 * ratio)) - from);
      continue;
    }
    ctx.lineWidth = 1.5 * ratio;
    ctx.setLineDash([4 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(from, bbox.top);
    ctx.lineTo(from, bbox.top + bbox.height);
    ctx.stroke();
    tell("!", mark.name, from + 3 * ratio, bbox.left + bbox.width - from);
  }
  ctx.restore();
}

const marksOf = new WeakMap<uPlot, Mark[]>();

/** Puts marks on all charts that share a cursor. */
export function markCharts(group: string, marks: Mark[]): void {
  for (const u of uPlot.sync(group).plots) {
    const before = marksOf.get(u);
    marksOf.set(u, marks);
    if (!before) (u.hooks.draw ??= []).push((drawn) => draw(drawn, marksOf.get(drawn) ?? []));
    if (before !== marks) u.redraw(false);
  }
}
