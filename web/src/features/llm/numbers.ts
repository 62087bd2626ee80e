import { compact, withUnit } from "@/lib/format";

/** US dollars with the digits that matter: $0.0042, $12.30, $1,234. */
export function money(dollars: number): string {
  const size = Math.abs(dollars);
  if (size === 0) return "$0";
  if (size < 1) return `$${Number(dollars.toPrecision(2)).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 8 })}`;
  return size < 1000 ? `$${dollars.toFixed(2)}` : `$${dollars.toLocaleString("en", { maximumFractionDigits: 0 })}`;
}

export const tokens = (n: number): string => compact(Math.round(n));

/** Seconds, or a dash where nothing tells them. */
export const seconds = (s: number | undefined): string => (s === undefined ? "–" : withUnit(s, "s"));

/** A share from 0 to 1. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return "< 0.1 %";
  return `${(share * 100).toLocaleString("en", { maximumFractionDigits: share < 0.1 ? 1 : 0 })} %`;
}
