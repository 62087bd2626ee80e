import { useSyncExternalStore } from "react";
import { storage } from "@/lib/storage";

/** The zone in which times are written: the reader's own, or that of servers. */
export const zones = ["local", "utc"] as const;
export type Zone = (typeof zones)[number];

/** Reads the zone that a URL names. */
export function readZone(search: Record<string, unknown>): { tz?: Zone } {
  const tz = zones.find((z) => z === search["tz"]);
  return tz ? { tz } : {};
}

const listeners = new Set<() => void>();
const kept = (): Zone => zones.find((z) => z === storage.get("zone")) ?? "local";
const inAddress = (): Zone | undefined => (typeof location === "undefined" ? undefined : readZone(Object.fromEntries(new URLSearchParams(location.search))).tz);
let current: Zone = inAddress() ?? kept();

/** The zone that holds now. */
export const zone = (): Zone => current;

/** Takes the zone that a URL names, or without one what this browser remembers. */
export function followZone(named: Zone | undefined): void {
  const next = named ?? kept();
  if (next === current) return;
  current = next;
  for (const tell of listeners) tell();
}

/** Chooses the zone of this browser. */
export function setZone(next: Zone): void {
  storage.set("zone", next);
  followZone(next);
}

/** The zone; what is drawn with it is drawn anew when it changes. */
export function useZone(): Zone {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    zone,
  );
}

const formats = new Map<string, Intl.DateTimeFormat>(); // making one costs more than using it

/** An instant in ms since 1970 as text, in the chosen zone. */
export function written(at: number, style: Intl.DateTimeFormatOptions): string {
  const key = current + JSON.stringify(style);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(undefined, { ...style, ...(current === "utc" && { timeZone: "UTC" }) });
    formats.set(key, format);
  }
  return format.format(at);
}

/** The time of day: 14:03:20. */
export const clockTime = (at: number): string => written(at, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/** A day: 4 Mar 2026. */
export const dayOf = (at: number): string => written(at, { dateStyle: "medium" });

/** Minutes by which the clock of the chosen zone is behind UTC at an instant. */
function behind(at: number): number {
  return current === "utc" ? 0 : new Date(at).getTimezoneOffset();
}

/** An instant as a datetime-local field holds it: in the chosen zone, to the minute. */
export function fieldOf(at: number): string {
  return new Date(at - behind(at) * 60_000).toISOString().slice(0, 16);
}

/** The instant that a datetime-local field holds; NaN when it holds none. */
export function instantOf(field: string): number {
  return Date.parse(current === "utc" ? `${field}Z` : field);
}
