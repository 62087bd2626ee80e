import { afterEach, beforeEach, expect, test } from "vitest";
import { between, readTyped } from "./typed";
import { followZone } from "./zone";

const now = Date.UTC(2026, 10, 15, 12, 30);
const at = (day: number, hour: number, minute = 0): number => Date.UTC(2026, 10, day, hour, minute);

beforeEach(() => followZone("utc"));
afterEach(() => followZone("local"));

test.each<[string, object]>([
  ["last 90m", { range: "90m" }],
  ["90 min", { range: "90m" }],
  ["Last 2 hours", { range: "2h" }],
  ["past day", { range: "1d" }],
  ["2 weeks", { range: "14d" }],
  ["last hour", {}], // the default does not stand in the URL
  ["today", { from: at(15, 0), to: now }],
  ["yesterday", { from: at(14, 0), to: at(15, 0) }],
  ["2026-11-14 03:00 to 04:00", { from: at(14, 3), to: at(14, 4) }],
  ["2026-11-14 03:00 - 2026-11-15 04:00", { from: at(14, 3), to: at(15, 4) }],
  ["2026-11-14T03:00:00Z to 2026-11-14T03:00:01.5Z", { from: at(14, 3), to: at(14, 3) + 1500 }],
  ["2026-11-14 03:00 +01:00 to 04:00 +01:00", { from: at(14, 2), to: at(14, 3) }],
  ["2026-11-14 03:00 utc until 2026-11-14 04:00 utc", { from: at(14, 3), to: at(14, 4) }],
  ["2026-11-13 to 2026-11-14", { from: at(13, 0), to: at(14, 0) }],
  ["9:05 to 10:00", { from: at(15, 9, 5), to: at(15, 10) }],
  ["yesterday 23:00 to today 01:00", { from: at(14, 23), to: at(15, 1) }],
  ["now-2h to now-1h", { from: now - 7_200_000, to: now - 3_600_000 }],
  ["2026-11-15 12:00 to now", { from: at(15, 12), to: now }],
  ["03:00 – 04:00", { from: at(15, 3), to: at(15, 4) }],
  [`${at(14, 3)} to ${at(14, 4) / 1000}`, { from: at(14, 3), to: at(14, 4) }],
])("reads “%s”", (text, range) => expect(readTyped(text, now)).toEqual({ range }));

test.each<[string, RegExp]>([
  ["", /is no time range/],
  ["soon", /“soon” is no time range. Write/],
  ["last 0m", /no time at all/],
  ["last 500 days", /At most 400 days/],
  ["2020-01-01 to 2026-01-01", /At most 400 days/],
  ["2026-11-14 04:00 to 03:00", /The end lies before the beginning/],
  ["03:00 to 03:00", /ends when it begins/],
  ["2026-11-16 03:00 to 04:00", /in the future: now it is 12:30/],
  ["2026-11-14 25:00 to 26:00", /“2026-11-14 25:00” is no time/],
  ["03:00 to teatime", /“teatime” is no time/],
  ["1 to 2 to 3", /is no time range/],
])("says what is wrong with “%s”", (text, wrong) => expect(readTyped(text, now)).toEqual({ wrong: expect.stringMatching(wrong) as string }));

test("times without a zone are those of the chosen one", () => {
  followZone("local");
  expect(readTyped("2026-11-14 03:00 to 04:00", now)).toEqual({ range: { from: new Date(2026, 10, 14, 3).getTime(), to: new Date(2026, 10, 14, 4).getTime() } });
});

test("a range that goes on is shown; without a day none is", () => {
  expect(between(now - 1, now + 60_000, now)).toEqual({ range: { from: now - 1, to: now + 60_000 } });
  expect(between(NaN, now, now)).toHaveProperty("wrong");
});
