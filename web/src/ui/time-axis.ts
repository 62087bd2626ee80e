import type { Span } from "@/lib/time/range";
import { written, zone } from "@/lib/time/zone";

const second = 1000;
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800, 1209600, 2592000].map((s) => s * second);
const apart = 80; // px

/** How the marks of a time axis are written, a step of so many s apart: seconds only where they differ, days where they do. */
export function markStyle(step: number): Intl.DateTimeFormatOptions {
  return step >= 86_400 ? { month: "short", day: "numeric" } : { hour: "2-digit", minute: "2-digit", ...(step < 60 && { second: "2-digit" as const }), hourCycle: "h23" };
}

/** Round times of the chosen zone along an axis, as many as fit. */
export function axisMarks(span: Span, width: number): { at: number; text: string }[] {
  const most = Math.max(1, Math.floor(width / apart));
  const step = steps.find((s) => (span.to - span.from) / s <= most) ?? (span.to - span.from) / most;
  const behind = zone() === "utc" ? 0 : new Date(span.from).getTimezoneOffset() * 60 * second;
  const first = Math.ceil((span.from - behind) / step) * step + behind;
  const style = markStyle(step / second);
  const marks = [];
  for (let at = first; at < span.to && marks.length < 2 * most; at += step) {
    // Texts at the very edges would be cut.
    if (at - span.from > (span.to - span.from) * (18 / width) && span.to - at > (span.to - span.from) * (18 / width)) marks.push({ at, text: written(at, style) });
  }
  return marks;
}
