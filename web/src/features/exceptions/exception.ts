import type { ExceptionGroup } from "@/features/exceptions/api/search-exceptions";

export const orders = ["count", "last seen", "first seen"] as const;
export type Order = (typeof orders)[number];

/** What the URL of the page says besides the time range. */
export interface ExceptionsSearch {
  q?: string; // words
  service?: string;
  type?: string;
  order?: Order;
  new?: boolean; // only those not seen in the week before
  exception?: string; // the group that is opened
  at?: string; // the occurrence whose stack trace is shown
}

/** Reads the URL; what it does not know is left out, and so is what holds anyway. */
export function readExceptionsSearch(search: Record<string, unknown>): ExceptionsSearch {
  const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined);
  const order = orders.find((o) => o === search["order"]);
  const found: ExceptionsSearch = {
    q: text(search["q"]),
    service: text(search["service"]),
    type: text(search["type"]),
    order: order === "count" ? undefined : order,
    new: search["new"] === true || search["new"] === "true" ? true : undefined,
    exception: text(search["exception"]),
    at: text(search["at"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** A group with what the week before tells of it. */
export interface Group extends ExceptionGroup {
  since: string; // first seen in the range or the week before
  isNew: boolean; // not seen in the week before
}

/** Joins groups with when they were seen earlier; nothing is new as long as that is not known. */
export function withPast(groups: ExceptionGroup[], earlier: Map<string, string> | undefined): Group[] {
  return groups.map((g) => ({ ...g, since: earlier?.get(g.id) ?? g.firstSeen, isNew: earlier !== undefined && !earlier.has(g.id) }));
}

/** The groups that the URL asks for, in its order. */
export function choose(groups: Group[], search: ExceptionsSearch): Group[] {
  const words = (search.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const told = (g: Group): string => `${g.type} ${g.shape} ${g.message} ${g.frame} ${g.services.join(" ")}`.toLowerCase();
  const chosen = groups.filter((g) => (!search.type || g.type === search.type) && (!search.new || g.isNew) && words.every((w) => told(g).includes(w)));
  const newest = (of: (g: Group) => string) => (a: Group, b: Group): number => Date.parse(of(b)) - Date.parse(of(a));
  const by: Record<Order, (a: Group, b: Group) => number> = {
    count: (a, b) => b.count - a.count,
    "last seen": newest((g) => g.lastSeen),
    "first seen": newest((g) => g.since),
  };
  return chosen.sort(by[search.order ?? "count"]);
}

/** Occurrences of all groups in each part of the range. */
export function sumCounts(groups: ExceptionGroup[]): number[] {
  const parts = Math.max(0, ...groups.map((g) => g.counts.length));
  return Array.from({ length: parts }, (_, i) => groups.reduce((sum, g) => sum + (g.counts[i] ?? 0), 0));
}

/** A group as a title: what it is called, or what it says. */
export function titleOf(group: ExceptionGroup): string {
  return group.type || group.shape || "Exception";
}

/** The top frame as short as it is told apart: function and file. */
export function shortFrame(frame: string): string {
  const [, file = "", name = ""] = /^File "([^"]+)", in (.+)$/.exec(frame) ?? [];
  if (file) return `${name} · ${file.split("/").slice(-2).join("/")}`;
  const [, called = "", place = ""] = /^(.+?) \((.+)\)$/.exec(frame) ?? [];
  if (called) return `${called} · ${place.split("/").slice(-2).join("/")}`;
  return frame.split("/").at(-1) ?? frame;
}
