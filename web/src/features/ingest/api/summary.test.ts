import { expect, test } from "vitest";
import type { SignalStatus } from "./get-ingest-status";
import { history, rates, remember, stepEnds, type Sample } from "./history";
import { summarise } from "./summary";

const now = Date.parse("2026-01-01T12:00:00Z");
const signal = (part: Partial<SignalStatus>): SignalStatus => ({ signal: "metrics", lastReceived: null, perMinute: 0, accepted: 0, history: { end: "2026-01-01T12:00:00Z", stepSeconds: 30, counts: [] }, rejected: [], refused: [], ...part });
const before = (seconds: number): string => new Date(now - seconds * 1000).toISOString();
const sample = (seconds: number, refused: number): Sample => ({ at: now - seconds * 1000, refused });

test("says whether data arrives", () => {
  expect(summarise([signal({})], [], now)).toMatchObject({ state: "nothing", text: "nothing yet" });
  expect(summarise([signal({ lastReceived: before(5), perMinute: 120 })], [], now)).toMatchObject({ state: "receiving", text: "receiving 120/min" });
  expect(summarise([signal({ lastReceived: before(600) })], [], now)).toMatchObject({ state: "late", text: "late 10 min" });
});

test("names why what arrives is refused, while it still is", () => {
  const refused = [signal({ refused: [{ reason: "store not available", count: 3 }] })];
  expect(summarise(refused, [sample(60, 1), sample(5, 3)], now)).toMatchObject({ state: "refusing", why: "What arrives is refused: store not available." });
  expect(summarise(refused, [sample(60, 3), sample(5, 3)], now).state).toBe("nothing");
});

test("rates are those of the minute before the end of each step", () => {
  const history = { end: "2026-01-01T12:00:00Z", stepSeconds: 30, counts: [10, 20, 0, 5] };
  expect(rates(history)).toEqual([null, 30, 20, 5]);
  expect(stepEnds(history)).toEqual([90, 60, 30, 0].map((before) => now / 1000 - before));
  expect(rates({ ...history, counts: [] })).toEqual([]);
});

test("keeps the last polls", () => {
  const addresses = {};
  for (let i = 0; i < 100; i++) remember("prj", { signals: [signal({ refused: [{ reason: "queue full", count: i }] })], addresses }, i);
  expect(history("prj")).toHaveLength(60);
  expect(history("prj").at(-1)).toEqual({ at: 99, refused: 99 });
});
