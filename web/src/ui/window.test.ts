import { expect, test } from "vitest";
import { csv } from "./csv";
import { slice } from "./window";

test("only the rows in sight are drawn, and some more", () => {
  expect(slice(0, 370, 37, 5000)).toEqual({ start: 0, end: 22 });
  expect(slice(37 * 100, 370, 37, 5000)).toEqual({ start: 88, end: 122 });
  expect(slice(37 * 4990, 370, 37, 5000)).toEqual({ start: 4978, end: 5000 });
  expect(slice(37 * 100, 370, 37, 10)).toEqual({ start: 10, end: 10 }); // the list became shorter
});

test("cells are quoted where they must be, and no text becomes a formula", () => {
  expect(csv([["a", 'say "x"', "1,5"], ["=1+1", "-5", "-x"]])).toBe('a,"say ""x""","1,5"\r\n\'=1+1,-5,\'-x\r\n');
});
