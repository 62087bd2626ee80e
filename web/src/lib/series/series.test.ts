import { expect, test } from "vitest";
import { aggregationsOf, defaultsOf, findMetrics } from "./defaults";
import { formulaError, parseFormula } from "./formula";
import { byUnit, calculate, combine, dense, labelName, statsOf, type Line, type Result } from "./lines";
import { newQuery, queryWords, readQueries, readQuery, writeQuery, type Query } from "./query";
import { stepFor } from "./step";
import { unitOf, writeValue } from "./unit";

const line = (labels: Record<string, string>, ...values: (number | null)[]): Line => ({ name: Object.values(labels).join(" ") || "all", labels, values });
const result = (lines: Line[], more: Partial<Result> = {}): Result => ({ times: (lines[0]?.values ?? []).map((_, i) => i * 1000), lines, unit: "By", additive: true, left: 0, ...more });

test.each([
  ["a / b", 0.5],
  ["100 * (a + b) / -4", -75],
  ["a - b - 1", -2],
  ["2 + 3 * a", 5],
  ["a / (b - 2)", null], // no number
  [".5 + c", null], // c is not known
])("%s is %s", (text, want) => expect(parseFormula(text, 3)((query) => [1, 2, null][query] ?? null)).toBe(want));

test.each([
  ["", undefined],
  ["a / b", undefined],
  ["a /", "Something is missing at the end."],
  ["(a", "A ) is missing."],
  ["a b", "“b” is too much."],
  ["c", "There is no query c."],
  ["a ^ b", "“^ b” is too much."],
  ["A", "“A” is neither a number nor a query."],
  ["(".repeat(21) + "a", "Too many parentheses."],
])("the formula %s: %s", (text, want) => expect(formulaError(text, 2)).toBe(want));

test("a formula meets groups of the same labels, and a line without labels meets all", () => {
  const used = result([line({ host: "x" }, 1, 4), line({ host: "y" }, 2, null)]);
  const limit = result([line({ host: "y" }, 4, 4), line({ host: "x" }, 8, 8)]);
  const share = calculate("a / b", [used, limit]);
  expect(share.lines.map((l) => [l.labels["host"], l.values])).toEqual([
    ["y", [0.5, null]],
    ["x", [0.125, 0.5]],
  ]);
  expect(share.unit).toBe("1");
  const all = calculate("a + b", [used, result([line({}, 10, 10)])]);
  expect(all.lines.map((l) => l.values)).toEqual([[11, 14], [12, null]]);
  expect(all.unit).toBe("By");
  expect(calculate("a * b", [used, limit]).unit).toBe("");
});

test("results on other time axes are joined; lines of the same name are told apart", () => {
  const queries: Query[] = [newQuery(), newQuery(), { ...newQuery(), hidden: true }];
  const joined = combine(queries, [result([line({}, 1, 2)]), result([line({}, 3, 4)], { times: [1000, 2000] }), result([line({}, 9)])], "");
  expect(joined?.times).toEqual([0, 1000, 2000]);
  expect(joined?.lines.map((l) => [l.name, l.values])).toEqual([
    ["a: all", [1, 2, null]],
    ["b: all", [null, 3, 4]],
  ]);
  expect(combine(queries, [null, undefined, null], "")).toBeUndefined();
});

test("results of one unit share a chart", () => {
  const queries: Query[] = [newQuery(), newQuery(), newQuery(), { ...newQuery(), hidden: true }];
  const answers = [result([line({}, 1)]), result([line({}, 2)], { unit: "s" }), result([line({ x: "y" }, 3)]), result([line({}, 4)], { unit: "W" })];
  expect(byUnit(queries, answers, "").map((r) => [r.unit, r.lines.map((l) => l.values[0])])).toEqual([
    ["By", [1, 3]],
    ["s", [2]],
  ]);
  expect(byUnit(queries, answers, "a + c")).toHaveLength(1);
  expect(byUnit(queries, [null, undefined], "")).toEqual([]);
});

test("times without reports go, gaps in which reports are missing stay", () => {
  const sparse = result([line({}, 1, null, 2, null, 3, null, null, null, null, 4, null, 5)]);
  const { times, lines } = dense(sparse);
  expect(lines[0]?.values).toEqual([1, 2, 3, null, 4, 5]);
  expect(times).toEqual([0, 2000, 4000, 5000, 9000, 11_000]);
  expect(dense(result([line({}, 1, null, 2, 3, 4, 5)])).times).toHaveLength(6);
});

test("what values amount to", () => {
  expect(statsOf([null, 1, 3, null])).toEqual({ last: 3, min: 1, avg: 2, max: 3, sum: 4 });
  expect(statsOf([null])).toBeUndefined();
  expect(labelName({ gpu: "7", host: "x" }, ["host", "gpu"], "m")).toBe("x · 7");
  expect(labelName({ host: "" }, ["host"], "m")).toBe("(none)");
  expect(labelName({}, [], "m")).toBe("m");
});

test("a query is the same after it was written and read", () => {
  const query: Query = {
    ...newQuery(),
    metric: "hw.power",
    aggregation: "quantile",
    quantile: 0.99,
    across: "max",
    groupBy: [{ source: "resource", key: "host.name" }],
    filters: [
      { source: "attribute", key: "a", op: "in", values: ["x", "y"], not: true },
      { source: "attribute", key: "b", op: "in", values: ["z"], not: false },
      { source: "field", key: "service", op: "exists", values: [], not: false },
      { source: "attribute", key: "c", op: "gte", values: ["5"], not: false },
    ],
  };
  expect(readQuery(JSON.parse(JSON.stringify(writeQuery(query))))).toEqual(query);
  const calls: Query = { ...newQuery("models"), measure: "p95", by: ["model", "user"] };
  expect(readQuery(writeQuery(calls))).toEqual(calls);
  expect(writeQuery({ ...newQuery(), metric: "m" })).toEqual({ source: "metric", metric: "m" });
  expect(queryWords(query)).toBe("p99 of hw.power by host.name");
  expect(queryWords(calls)).toBe("latency p95 by model, user");
});

test("what is no query is left out", () => {
  expect(readQueries([null, 5, "x", { source: "nothing" }, { metric: "m", groupBy: [{ key: 5 }, { source: "x", key: "k" }], filters: [{ key: "k", op: "like" }], quantile: 7, by: ["colour"] }])).toEqual([{ ...newQuery(), metric: "m" }]);
  expect(readQueries("x")).toEqual([]);
  expect(readQueries(Array.from({ length: 20 }, () => ({ metric: "m" })))).toHaveLength(8);
});

test("defaults are those of the server", () => {
  expect(defaultsOf("counter")).toEqual({ aggregation: "rate", across: "sum" });
  expect(defaultsOf("histogram")).toEqual({ aggregation: "quantile", across: "sum" });
  expect(defaultsOf("updowncounter")).toEqual({ aggregation: "avg", across: "sum" });
  expect(defaultsOf("gauge")).toEqual({ aggregation: "avg", across: "avg" });
  expect(defaultsOf("gauge", "count")).toEqual({ aggregation: "count", across: "sum" });
  expect(aggregationsOf("gauge")).not.toContain("rate");
  expect(aggregationsOf("histogram")).not.toContain("max");
});

test("metrics are found by name before description", () => {
  const all = [{ name: "b", description: "gpu power" }, { name: "hw.gpu.power", description: "" }];
  expect(findMetrics(all, "power gpu").map((m) => m.name)).toEqual(["hw.gpu.power", "b"]);
  expect(findMetrics(all, "cpu")).toEqual([]);
});

test.each([
  [3_600_000, 240, 15],
  [3_600_000, 120, 30],
  [86_400_000, 240, 600],
  [1000, 240, 10],
  [400 * 86_400_000, 10, 604_800],
])("%d ms in %d points: steps of %d s", (ms, points, want) => expect(stepFor(ms, points)).toBe(want));

test.each([
  [2 ** 31, "By", "2 GiB"],
  [0.5, "1", "50 %"],
  [0.0042, "s", "4.2 ms"],
  [250, "ms", "250 ms"],
  [7200, "s", "2 h"],
  [24_100, "W", "24.1 kW"],
  [1.98e9, "Hz", "1.98 GHz"],
  [81, "Cel", "81 °C"],
  [0.32, "USD", "$0.32"],
  [3, "{call}/s", "3 call/s"],
  [2, "", "2"],
])("%d %s is %s", (value, unit, want) => expect(writeValue(value, unit)).toBe(want));

test("rates have the unit of what grows, per second", () => {
  expect([unitOf("By", "rate"), unitOf("s", "rate"), unitOf("J", "rate"), unitOf("By", "count"), unitOf("By", "avg")]).toEqual(["By/s", "1", "W", "", "By"]);
});
