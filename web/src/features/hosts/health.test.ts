import { expect, test } from "vitest";
import type { FleetLines } from "@/features/gpus/api/query-fleet-series";
import type { Host } from "@/features/hosts/api/list-hosts";
import { measuredOf, troublesOf } from "./health";

const end = Date.parse("2026-11-15T03:00:00Z");
const host = (over: Partial<Host> = {}): Host => ({ name: "a", lastSeen: "2026-11-15T02:59:30Z", gpus: 0, attributes: {}, memoryUtilization: 0.4, ...over });
const nothing = { disk: undefined, networkErrors: undefined };

test("a host that reported in the range and not in its last ten minutes is silent", () => {
  expect(troublesOf(host(), nothing, end)).toEqual([]);
  expect(troublesOf(host({ lastSeen: "2026-11-15T02:50:01Z" }), nothing, end)).toEqual([]);
  expect(troublesOf(host({ lastSeen: "2026-11-15T02:49:59Z" }), nothing, end)).toEqual(["silent"]);
});

test("disk and memory are told from nine tenths on, network errors from the first", () => {
  expect(troublesOf(host({ memoryUtilization: 0.899 }), { disk: 0.899, networkErrors: 0 }, end)).toEqual([]);
  expect(troublesOf(host({ memoryUtilization: 0.9 }), { disk: 0.9, networkErrors: 1 }, end)).toEqual(["disk", "memory", "network"]);
});

test("the fullest filesystem is the newest value, network errors are those of the whole range", () => {
  const lines = (values: (number | null)[], last: number): FleetLines => ({ of: new Map([["a", { values, last }]]), high: 1, unit: "" });
  expect(measuredOf("a", lines([0.5, 0.7], 0.7), lines([1, null, 3, 0], 0))).toEqual({ disk: 0.7, networkErrors: 4 });
  expect(measuredOf("b", lines([0.5], 0.5), undefined)).toEqual(nothing);
});
