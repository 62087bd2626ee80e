import { written, zone } from "./zone";

/** How long ago an instant was, in the largest unit that fits: "12 s ago". Instants to come: "in 3 d". */
export function relative(at: number, now: number): string {
  const seconds = Math.round((now - at) / 1000);
  const size = Math.abs(seconds);
  if (size < 2) return "now";
  const text = duration(size);
  return seconds > 0 ? `${text} ago` : `in ${text}`;
}

/** A number of seconds in the largest unit that fits. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86400)} d`;
}

/** An instant in full, in the chosen zone. */
export function instant(at: number): string {
  return written(at, { dateStyle: "medium", timeStyle: "medium" }) + (zone() === "utc" ? " UTC" : "");
}
