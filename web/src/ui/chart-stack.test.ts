import { expect, test } from "vitest";
import { stack } from "./chart-stack";

test("lines stand on those after them; nothing on nothing is a gap", () => {
  expect(stack([[1, null, null], [2, 2, null], [3, null, null]])).toEqual([[6, 2, null], [5, 2, null], [3, null, null]]);
  expect(stack([])).toEqual([]);
});
