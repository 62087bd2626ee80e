import { withUnit } from "@/lib/format";
import { money } from "@/lib/money";
import type { Aggregation } from "./query";

/** The unit of values that an aggregation makes of a metric. */
export function unitOf(unit: string, aggregation: Aggregation): string {
  if (aggregation === "count") return "";
  if (aggregation !== "rate") return unit;
  return { s: "1", J: "W", "": "/s" }[unit] ?? `${unit}/s`;
}

/** A unit without what is counted, where little room is or it is said elsewhere: {error}/s → /s. */
export const plainUnit = (unit: string): string => unit.replace(/\{[^}]*\}/, "");

// Units that are read more easily in another one.
const scales: Record<string, [factor: number, unit: string]> = {
  ms: [1e-3, "s"],
  us: [1e-6, "s"],
  ns: [1e-9, "s"],
  min: [60, "s"],
  h: [3600, "s"],
  KiBy: [2 ** 10, "By"],
  MiBy: [2 ** 20, "By"],
  GiBy: [2 ** 30, "By"],
  Cel: [1, "°C"],
  "%": [0.01, "1"],
};

const prefixes: [number, string][] = [
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
];
const prefixed = ["Hz", "W", "J", "V", "A", "bit", "bit/s"]; // units that take them

/** A value with its unit, as people read it: By → GiB, 1 → %, s → ms, Hz → GHz, USD → $. */
export function writeValue(value: number, unit: string): string {
  const [factor, name] = scales[unit] ?? [1, unit];
  const scaled = value * factor;
  if (name === "USD") return money(scaled);
  if (name === "s" && Math.abs(scaled) >= 120) return long(scaled);
  if (prefixed.includes(name)) {
    const [size, prefix] = prefixes.find(([s]) => Math.abs(scaled) >= s) ?? [1, ""];
    return withUnit(scaled / size, prefix + name);
  }
  return withUnit(scaled, name === "/s" ? "per s" : name);
}

/** More than two minutes: 3.5 min, 12 h, 4 d. */
function long(seconds: number): string {
  const [size, name] = ([[86_400, "d"], [3600, "h"]] as const).find(([s]) => Math.abs(seconds) >= 2 * s) ?? ([60, "min"] as const);
  return `${(seconds / size).toLocaleString("en", { maximumFractionDigits: 1 })} ${name}`;
}
