import { expect, test } from "vitest";
import { compact, count, plural, rate, withUnit } from "./format";
import { relative } from "./time/relative";

test.each([
  [0, "By", "0 B"],
  [1536, "By", "1.5 KiB"],
  [85_899_345_920, "By", "80 GiB"],
  [2 ** 20, "By/s", "1 MiB/s"],
  [0.42, "1", "42 %"],
  [0.0042, "s", "4.2 ms"],
  [3e-6, "s", "3 µs"],
  [12, "s", "12 s"],
  [350.25, "W", "350 W"],
  [0.5, "", "0.5"],
])("writes %d %s as %s", (value, unit, want) => expect(withUnit(value, unit)).toBe(want));

test("counts and rates have the digits that matter", () => {
  expect(count(1234567)).toBe("1,234,567");
  expect(compact(12_345)).toBe("12.3K");
  expect([0, 0.04, 0.4, 9.96, 12.4, 15_000].map(rate)).toEqual(["0", "< 0.1", "0.4", "10.0", "12", "15K"]);
  expect([plural(1, "key"), plural(2, "key")]).toEqual(["1 key", "2 keys"]);
});

test("times are told in the largest unit that fits", () => {
  const now = 1_000_000_000;
  const ago = (seconds: number): string => relative(now - seconds * 1000, now);
  expect([0, 12, 90, 3600, 40 * 3600, 86_400 * 9].map(ago)).toEqual(["now", "12 s ago", "2 min ago", "60 min ago", "2 d ago", "9 d ago"]);
  expect(relative(now + 86_400_000 * 3, now)).toBe("in 3 d");
});
