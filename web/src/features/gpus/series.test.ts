import { expect, test } from "vitest";
import { linesOf, type FleetAsk } from "@/features/gpus/api/query-fleet-series";
import type { SeriesResult } from "@/features/gpus/api/query-series";
import { drawingOf, withPast } from "@/ui/chart-drawing";
import { join, spacing } from "@/ui/chart-gaps";
import { errorMarks, throttleMarks } from "./marks";

const result = (over: Partial<SeriesResult>, ...values: (number | null)[][]): SeriesResult =>
  ({
    metric: { name: "hw.gpu.speed", unit: "Hz", kind: "gauge" },
    aggregation: "avg",
    across: "avg",
    stepSeconds: 15,
    times: values[0]?.map((_, i) => i * 15_000) ?? [],
    series: values.map((v, i) => ({ labels: { domain: i === 0 ? "sm" : "memory" }, values: v })),
    ...over,
  }) as SeriesResult;

test("a line crosses steps between reports and stops where a report is missing", () => {
  const values = [1, null, 2, null, 3, null, null, null, 4, null, 5];
  expect(spacing(values)).toBe(2);
  expect(join(values)).toEqual([1, undefined, 2, undefined, 3, null, null, null, 4, undefined, 5]);
  expect(join([null, 1, null])).toEqual([null, 1, null]);
});

test("panels have the unit of the metric, and of what is made of it", () => {
  const clocks = drawingOf([result({}, [1.98e9], [2.6e9])]);
  expect(clocks).toEqual({ times: [0], unit: "Hz", additive: false, series: [{ name: "memory", values: [2.6e9] }, { name: "sm", values: [1.98e9] }] });
  expect(drawingOf([result({ aggregation: "rate", metric: { name: "hw.gpu.io", unit: "By" } as SeriesResult["metric"] }, [1])])?.unit).toBe("By/s");
  expect(drawingOf([null, undefined, result({ series: [] }, [])])).toBeUndefined();
});

test("an earlier range lies under this one, each value at the time that it is compared with", () => {
  const now = drawingOf([result({}, [1e9, 2e9, 3e9])]);
  if (!now) throw new Error("nothing drawn");
  const before = result({ times: [-3_600_000, -3_585_000, -3_570_000].map((t) => t + 2) }, [4e9, 5e9, 6e9]); // asked for a little later
  expect(withPast(now, [before, null], 3_600_000).series).toEqual([
    { name: "sm", values: [1e9, 2e9, 3e9] },
    { name: "sm before", values: [4e9, 5e9, 6e9], past: true },
  ]);
});

test("throttling that is reported again and again is one mark", () => {
  const status = result({}, [1, null, 1, null, 1, null, null, null, null, 1, null, 0]);
  status.series[0] = { labels: { "hw.status.reason": "sw_power_cap" }, values: status.series[0]?.values ?? [] };
  expect(throttleMarks(status)).toEqual([
    { kind: "throttled", from: 0, to: 75, name: "sw power cap", about: "sw power cap: its power limit is reached" },
    { kind: "throttled", from: 135, to: 150, name: "sw power cap", about: "sw power cap: its power limit is reached" },
  ]);
  expect(throttleMarks(null)).toEqual([]);
});

test("errors are marks where the counter grew", () => {
  const errors = result({}, [0, 2, null, 1]);
  errors.series[0] = { labels: { "error.type": "xid", "gpu.xid.code": "79" }, values: errors.series[0]?.values ?? [] };
  expect(errorMarks(errors).map((m) => [m.from, m.name, m.about.split(";")[0]])).toEqual([
    [15, "xid 79", "xid 79 × 2: the GPU has fallen off the bus"],
    [45, "xid 79", "xid 79: the GPU has fallen off the bus"],
  ]);
});

test("the lines of a fleet are read once for each answer, by what tells things apart", () => {
  const ask: FleetAsk = { metric: "hw.gpu.io", by: [{ source: "attribute", key: "domain" }] };
  const answer = result({ aggregation: "rate", metric: { name: "hw.gpu.io", unit: "By" } as SeriesResult["metric"] }, [1, null, 3, null], [null, null, null, null]);
  const lines = linesOf(answer, ask);
  expect(lines).toEqual({ of: new Map([["sm", { values: [1, undefined, 3, null], last: 3 }]]), high: 3, unit: "By/s" });
  expect(linesOf(answer, ask)).toBe(lines);
  expect(linesOf(null, ask).of.size).toBe(0);
});
