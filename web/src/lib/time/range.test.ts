import { expect, test } from "vitest";
import { earlierQuery, every, linkTo, rangeLabel, rangeName, rangeQuery, readRange, spanOf } from "./range";

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
  const noon = new Date(2026, 0, 2, 12, 0).getTime();
  expect(rangeName({ from: noon, to: noon + 3_600_000 })).toMatch(/^time from .*2.*12:00 to 13:00$/);
  expect(rangeLabel({ from: noon, to: noon + 86_400_000 })).toMatch(/2.*12:00 – .*3.*12:00$/);
  expect(rangeLabel({})).toBe("last 1 h");
  expect(rangeQuery({ range: "7d" })).toEqual({ from: "now-7d", to: "now" });
  expect(rangeQuery({ from: 1, to: 2 })).toEqual({ from: "1", to: "2" });
});

test("what a range is compared with has its length, and ends where it begins, or a day or week earlier", () => {
  expect(earlierQuery({})).toEqual({ from: "now-7200s", to: "now-3600s" });
  expect(earlierQuery({ range: "15m" }, "1d")).toEqual({ from: "now-87300s", to: "now-86400s" });
  expect(earlierQuery({ from: 1000, to: 1500 })).toEqual({ from: "500", to: "1000" });
  expect(earlierQuery({ from: 604_801_000, to: 604_802_000 }, "7d")).toEqual({ from: "1000", to: "2000" });
});

test("what ends now is read again as often as is useful or chosen, what has ended never", () => {
  expect(every({}, 15_000)).toBe(15_000);
  expect(every({ range: "6h", refresh: "1m" }, 15_000)).toBe(60_000);
  expect(every({ refresh: "off" }, 15_000)).toBe(false);
  expect(every({ from: 1, to: 2, refresh: "5s" }, 15_000)).toBe(false);
  expect(readRange({ range: "6h", refresh: "5s" })).toEqual({ range: "6h", refresh: "5s" });
  expect(readRange({ refresh: "never" })).toEqual({});
});

test("a link for somebody else names instants, and keeps what is searched", () => {
  expect(linkTo("/p/x/production/logs?range=6h&refresh=5s&q=a+b&tail=true", { from: 1000.4, to: 2000.4 }, "http://host:1")).toBe("http://host:1/p/x/production/logs?q=a+b&from=1000&to=2001");
  expect(linkTo("/gpus?from=1&to=2&tz=utc", { from: 5, to: 6 }, "http://host")).toBe("http://host/gpus?from=5&to=6&tz=utc");
});
