import { dayOf, fieldOf, instantOf } from "./zone";
import { defaultRange, lengthOf, longestRange, type RangeSearch } from "./range";

/** What a text that somebody typed says: a range, or what is wrong with it. */
export type Typed = { range: Pick<RangeSearch, "range" | "from" | "to"> } | { wrong: string };

const tooLong = `At most ${longestRange / 86_400_000} days can be shown.`;
const hint = "Write “last 90m”, “yesterday”, or “2026-11-14 03:00 to 04:00”.";

const units: [name: RegExp, letter: string, times: number][] = [
  [/^s(ec(ond)?s?)?$/, "s", 1],
  [/^m(in(ute)?s?)?$/, "m", 1],
  [/^h((ou)?rs?)?$/, "h", 1],
  [/^d(ays?)?$/, "d", 1],
  [/^w(eeks?)?$/, "d", 7],
];

/** "90m", "2 hours", "week" as a length in the URL: "90m", "2h", "7d"; undefined when it is none. */
function shortLength(text: string): string | undefined {
  const [, count, name = ""] = /^(\d{1,4})? ?([a-z]+)$/.exec(text) ?? [];
  const unit = units.find(([pattern]) => pattern.test(name));
  return unit && `${Number(count ?? 1) * unit[2]}${unit[1]}`;
}

/**
 * Reads a range that was typed: "last 90m", "today", "2026-11-14 03:00 to 04:00", "now-2h to now-1h", two Unix times.
 * Times without a zone are those of the chosen one; a time without a day is of the day of the one before it, or of today.
 */
export function readTyped(text: string, now: number): Typed {
  const said = text.trim().toLowerCase().replace(/\s+/g, " ");
  const length = shortLength(said.replace(/^(the )?(last|past) /, ""));
  if (length?.startsWith("0")) return { wrong: "That is no time at all." };
  if (length) return lengthOf(length) ? { range: length === defaultRange ? {} : { range: length } } : { wrong: tooLong };
  const today = startOfDay(now);
  if (said === "today") return { range: { from: today, to: now } };
  if (said === "yesterday") return { range: { from: startOfDay(today - 1), to: today } };
  const [first = "", second, ...more] = said.split(/ (?:to|until|till|-|–|—) |\.\.+| ?– ?/);
  if (second === undefined || more.length > 0) return { wrong: `“${text.trim()}” is no time range. ${hint}` };
  const from = momentOf(first, now, now);
  const to = momentOf(second, now, from);
  const odd = [first, second].find((_, i) => Number.isNaN([from, to][i]));
  return odd === undefined ? between(from, to, now) : { wrong: `“${odd}” is no time. ${hint}` };
}

/** A range between two instants, or why it cannot be shown. */
export function between(from: number, to: number, now: number): Typed {
  if (Number.isNaN(from) || Number.isNaN(to)) return { wrong: "A day and a time are missing." };
  if (to === from) return { wrong: "It ends when it begins." };
  if (to < from) return { wrong: "The end lies before the beginning." };
  if (from > now) return { wrong: `It lies in the future: now it is ${fieldOf(now).slice(11)} on ${dayOf(now)}.` };
  if (to - from > longestRange) return { wrong: tooLong };
  return { range: { from, to } };
}

/** The instant that a text names, in ms since 1970; NaN when it names none. near is the one whose day holds when it names none. */
function momentOf(text: string, now: number, near: number): number {
  const [, back] = /^now(?: ?- ?(.+))?$/.exec(text) ?? [];
  if (text === "now") return now;
  if (back !== undefined) return now - (lengthOf(shortLength(back) ?? "") ?? NaN);
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  const [, name, date, time, zone = ""] = /^(?:(today|yesterday)|(\d{4}-\d{2}-\d{2}))?[ t]?(?:(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)? ?(z|utc|[+-]\d{2}:?\d{2})?)?$/.exec(text) ?? [];
  if (name === undefined && date === undefined && time === undefined) return NaN;
  const on = date ?? fieldOf(name === "yesterday" ? startOfDay(now) - 1 : name === "today" || Number.isNaN(near) ? now : near).slice(0, 10);
  const field = `${on}T${(time ?? "00:00").padStart(5, "0").replace(/^(\d):/, "0$1:")}`;
  return zone === "" ? instantOf(field) : Date.parse(field + (zone === "utc" ? "Z" : zone.toUpperCase()));
}

function startOfDay(at: number): number {
  return instantOf(`${fieldOf(at).slice(0, 10)}T00:00`);
}
