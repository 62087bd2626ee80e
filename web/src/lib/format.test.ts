import { expect, test } from "vitest";
import { change } from "./change";
import { compact, count, plural, rate, withUnit } from "./format";
import { money } from "./money";
import { duration, relative } from "./time/relative";

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
  [0.25, "By", "0.25 B"],
  [-2048, "By", "-2 KiB"],
  [2 ** 80, "By", "1.1B PiB"], // there is no greater one
  [0, "s", "0 s"],
  [4e-10, "s", "0 s"], // nothing is that short
  [12, "{item}", "12 item"],
  [3, "{call}/s", "3 call/s"],
])("writes %d %s as %s", (value, unit, want) => expect(withUnit(value, unit)).toBe(want));

test("counts and rates have the digits that matter", () => {
  expect(count(1234567)).toBe("1,234,567");
  expect(compact(12_345)).toBe("12.3K");
  expect([0, 0.04, 0.4, 9.96, 12.4, 15_000].map(rate)).toEqual(["0", "< 0.1", "0.4", "10.0", "12", "15K"]);
  expect([plural(1, "key"), plural(2, "key"), plural(1, "process", "processes"), plural(0, "process", "processes")]).toEqual(["1 key", "2 keys", "1 process", "0 processes"]);
});

test("money has cents, or the digits that matter below them", () => {
  expect([0, 0.0042, 0.5, 12.3, 999.999, 1234.5, -0.25].map(money)).toEqual(["$0", "$0.0042", "$0.50", "$12.30", "$1000.00", "$1,235", "$-0.25"]);
});

test("a change is a part of what it was, or how many times as much it is", () => {
  expect([change(3, 2), change(1, 2), change(2, 2), change(50, 2), change(1, 0), change(0, 5)]).toEqual(["+50 %", "−50 %", "±0 %", "× 25", "", "−100 %"]);
});

test("times are told in the largest unit that fits", () => {
  const now = 1_000_000_000;
  const ago = (seconds: number): string => relative(now - seconds * 1000, now);
  expect([0, 12, 90, 3600, 40 * 3600, 86_400 * 9].map(ago)).toEqual(["now", "12 s ago", "2 min ago", "60 min ago", "2 d ago", "9 d ago"]);
  expect(relative(now + 86_400_000 * 3, now)).toBe("in 3 d");
});

test.each([
  [0, "0 s"],
  [89.4, "89 s"],
  [90, "2 min"],
  [5399, "90 min"],
  [5400, "2 h"],
  [36 * 3600, "2 d"],
])("%d s last %s", (seconds, want) => expect(duration(seconds)).toBe(want));
