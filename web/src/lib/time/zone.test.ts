import { afterEach, expect, test } from "vitest";
import { instant } from "./relative";
import { clockTime, fieldOf, followZone, instantOf, readZone, written } from "./zone";

const at = Date.UTC(2026, 2, 4, 23, 5, 6);

afterEach(() => followZone("local"));

test("in UTC, times are those of servers, and say so", () => {
  followZone("utc");
  expect(clockTime(at)).toBe("23:05:06");
  expect(written(at, { day: "numeric" })).toBe("4");
  expect(instant(at)).toMatch(/UTC$/);
});

test("a field for a time is read in the zone in which it was written", () => {
  for (const zone of ["local", "utc"] as const) {
    followZone(zone);
    expect(instantOf(fieldOf(at))).toBe(Math.floor(at / 60_000) * 60_000);
  }
  followZone("utc");
  expect(fieldOf(at)).toBe("2026-03-04T23:05");
  expect(instantOf("")).toBeNaN();
});

test("only zones that there are stand in the URL", () => {
  expect(readZone({ tz: "utc" })).toEqual({ tz: "utc" });
  expect(readZone({ tz: "mars" })).toEqual({});
});
