import { expect, test } from "vitest";
import type { SignalStatus } from "./get-ingest-status";
import { history, rates, remember, type Sample } from "./history";
import { summarise } from "./summary";

const now = Date.parse("2026-01-01T12:00:00Z");
const signal = (part: Partial<SignalStatus>): SignalStatus => ({ signal: "metrics", lastReceived: null, perMinute: 0, accepted: 0, rejected: [], refused: [], ...part });
const before = (seconds: number): string => new Date(now - seconds * 1000).toISOString();
const sample = (seconds: number, accepted: number, refused = 0): Sample => ({ at: now - seconds * 1000, accepted: { metrics: accepted }, refused });

test("says whether data arrives", () => {
  expect(summarise([signal({})], [], now)).toMatchObject({ state: "nothing", text: "nothing yet" });
  expect(summarise([signal({ lastReceived: before(5), perMinute: 120 })], [], now)).toMatchObject({ state: "receiving", text: "receiving 120/min" });
  expect(summarise([signal({ lastReceived: before(600) })], [], now)).toMatchObject({ state: "late", text: "late 10 min" });
});

test("names why what arrives is refused, while it still is", () => {
  const refused = [signal({ refused: [{ reason: "store not available", count: 3 }] })];
  expect(summarise(refused, [sample(60, 0, 1), sample(5, 0, 3)], now)).toMatchObject({ state: "refusing", why: "What arrives is refused: store not available." });
  expect(summarise(refused, [sample(60, 0, 3), sample(5, 0, 3)], now).state).toBe("nothing");
});

test("rates are those of the minute before; the first sample and a restart are gaps", () => {
  expect(rates([sample(90, 0), sample(60, 60), sample(30, 120), sample(0, 10)], "metrics")).toEqual([null, 120, 120, null]);
});

test("keeps at most an hour of polls", () => {
  for (let i = 0; i < 800; i++) remember("prj", { signals: [signal({ accepted: i })] }, i);
  expect(history("prj")).toHaveLength(720);
  expect(history("prj").at(-1)?.accepted).toEqual({ metrics: 799 });
});
