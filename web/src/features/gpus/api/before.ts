import { defaultRange, type RangeSearch } from "@/lib/time/range";

/** The range of the same length that ends where a range begins, as the server takes it. */
export function before(range: RangeSearch): { compareFrom: string; compareTo: string } {
  if (range.from !== undefined && range.to !== undefined) {
    return { compareFrom: String(2 * range.from - range.to), compareTo: String(range.from) };
  }
  const [, count = "1", unit = "h"] = /^(\d+)(\w)$/.exec(range.range ?? defaultRange) ?? [];
  return { compareFrom: `now-${2 * Number(count)}${unit}`, compareTo: `now-${count}${unit}` };
}
