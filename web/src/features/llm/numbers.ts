import { compact, withUnit } from "@/lib/format";

export const tokens = (n: number): string => compact(Math.round(n));

/** Seconds, or a dash where nothing tells them. */
export const seconds = (s: number | undefined): string => (s === undefined ? "–" : withUnit(s, "s"));

/** A share from 0 to 1. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return "< 0.1 %";
  return `${(share * 100).toLocaleString("en", { maximumFractionDigits: share < 0.1 ? 1 : 0 })} %`;
}
