import { expect, test } from "vitest";
import { rangeName, rangeQuery, readRange, spanOf } from "./range";

test.each([
  [{}, {}],
  [{ range: "6h" }, { range: "6h" }],
  [{ range: "1h" }, {}], // the default does not stand in the URL
  [{ range: "0h" }, {}],
  [{ range: "9999d" }, {}],
  [{ range: "6 hours" }, {}],
  [{ range: 6 }, {}],
  [{ from: "1000", to: 2000 }, { from: 1000, to: 2000 }],
  [{ from: 2000, to: 1000 }, {}],
  [{ from: "x", to: 5 }, {}],
])("reads %j as %j", (search, want) => expect(readRange(search)).toEqual(want));

test("a relative range ends now, an absolute one stays", () => {
  expect(spanOf({ range: "15m" }, 1_000_000)).toEqual({ from: 100_000, to: 1_000_000 });
  expect(spanOf({}, 3_600_000)).toEqual({ from: 0, to: 3_600_000 });
  expect(spanOf({ from: 1, to: 2 }, 5)).toEqual({ from: 1, to: 2 });
});

test("ranges have names and a form for the server", () => {
  expect(rangeName({})).toBe("last 1 h");
  expect(rangeName({ range: "15m" })).toBe("last 15 min");
  expect(rangeQuery({ range: "7d" })).toEqual({ from: "now-7d", to: "now" });
  expect(rangeQuery({ from: 1, to: 2 })).toEqual({ from: "1", to: "2" });
});
