import { expect, test } from "vitest";
import { limit } from "./series";

const series = Array.from({ length: 10 }, (_, i) => ({ name: `s${i}`, values: [9 - i, null] }));
const names = (lines: { name: string }[]): string => lines.map((s) => s.name).join(" ");

test("more counts than can be told apart are added up as other", () => {
  const { shown, hidden } = limit(series, true);
  expect([names(shown), hidden]).toEqual(["s0 s1 s2 s3 s4 s5 s6 other (3)", 0]);
  expect(shown.at(-1)?.values).toEqual([2 + 1 + 0, null]);
});

test("of more averages than can be told apart the greatest are drawn, in their order, and the rest is not added up", () => {
  expect(limit(series.toReversed(), false)).toEqual({ shown: series.slice(0, 8).reverse(), hidden: 2 });
});

test("as many as can be told apart stay as they are", () => {
  expect(limit(series.slice(0, 8), true)).toEqual({ shown: series.slice(0, 8), hidden: 0 });
  expect(limit(series.slice(0, 8), false)).toEqual({ shown: series.slice(0, 8), hidden: 0 });
});

test("lines of an earlier range stay with those that they are compared with", () => {
  const both = [...series, ...series.map((s) => ({ ...s, name: `${s.name} before`, past: true }))];
  const greatest = limit(both, false, 2);
  expect([names(greatest.shown), greatest.hidden]).toEqual(["s0 s1 s0 before s1 before", 8]);
  const sums = limit(both, true, 2).shown;
  expect(names(sums)).toBe("s0 other (9) other (9) before s0 before");
  expect(sums[2]).toMatchObject({ past: true, values: [36, null] });
});
