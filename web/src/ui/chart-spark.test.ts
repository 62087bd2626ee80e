import { expect, test } from "vitest";
import { pathOf } from "./chart-spark";

test("a line goes through its values, stops at gaps, and shows a lone value as a dot", () => {
  expect(pathOf([0, 1, null, 0.5], 1, 30, 12)).toBe("M0 11h0L10 1M30 6h0");
  expect(pathOf([1, undefined as unknown as null, 1], 1, 20, 12)).toBe("M0 1h0L20 1");
  expect(pathOf([3], 0, 20, 12)).toBe("M0 11h0");
  expect(pathOf([], 1, 20, 12)).toBe("");
});
