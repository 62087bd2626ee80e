import { expect, test } from "vitest";
import { limit } from "./series";

test("more lines than can be told apart are added up as other", () => {
  const series = Array.from({ length: 10 }, (_, i) => ({ name: `s${i}`, values: [i, null] }));
  const shown = limit(series, 8);
  expect(shown.map((s) => s.name)).toEqual(["s0", "s1", "s2", "s3", "s4", "s5", "s6", "other (3)"]);
  expect(shown.at(-1)?.values).toEqual([7 + 8 + 9, null]);
  expect(limit(series.slice(0, 8), 8)).toHaveLength(8);
});
