import type { Log } from "@/features/logs/api/search-logs";
import type { Span } from "@/lib/time/range";

/** Lines that are followed as they arrive, oldest first. */
export interface Tail {
  lines: Log[]; // shown
  held: Log[]; // arrived while the reader looked at older ones
  waiting: number; // how many of those there were, also when some were dropped
  following: boolean; // what arrives is shown at once
  skipped?: Span; // of this time, lines were left out: more arrived than could be read
  ready: boolean; // the first answer has come
  error?: unknown; // of the last request
}

/** How many lines are kept; older ones make room. */
export const mostLines = 2000;

/** How many of them are drawn when they are wrapped: then all are, not only those in sight. */
export const mostWrapped = 200;

export const emptyTail: Tail = { lines: [], held: [], waiting: 0, following: true, ready: false };

export type TailEvent = { type: "came"; items: Log[]; skipped: boolean } | { type: "failed"; error: unknown } | { type: "follow"; on: boolean };

export function nextTail(tail: Tail, event: TailEvent): Tail {
  switch (event.type) {
    case "failed":
      return { ...tail, error: event.error };
    case "follow":
      if (event.on === tail.following) return tail;
      return event.on ? { ...tail, following: true, lines: join(tail.lines, tail.held), held: [], waiting: 0 } : { ...tail, following: false };
    case "came": {
      const now = { ...tail, ready: true, error: undefined, ...(event.skipped && { skipped: leftOut(tail, event.items) }) };
      if (event.items.length === 0) return now;
      if (tail.following) return { ...now, lines: join(tail.lines, event.items) };
      return { ...now, held: join(tail.held, event.items), waiting: tail.waiting + event.items.length };
    }
  }
}

/** The time of which lines were left out, with what was left out before: from the newest known line to the oldest that came. */
function leftOut({ skipped, lines, held }: Tail, items: Log[]): Span {
  const to = timeOf(items[0]) ?? Date.now();
  return { from: skipped?.from ?? timeOf(held.at(-1) ?? lines.at(-1)) ?? to, to };
}

const timeOf = (log: Log | undefined): number | undefined => log && Date.parse(log.at);

/** Puts lines where their time says: one that arrived late belongs above others. */
function join(lines: Log[], more: Log[]): Log[] {
  const all = [...lines, ...more];
  const late = more.length > 0 && (lines.at(-1)?.id ?? "") > (more[0]?.id ?? "");
  if (late) all.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return all.slice(-mostLines);
}
