import { expect, test } from "vitest";
import type { GpuUsage } from "@/features/gpus/api/get-gpu-usage";
import type { Process } from "@/features/gpus/api/list-gpu-processes";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { stateOf, summarize } from "@/features/gpus/api/state";
import { choose, groupBy, optionsOf, processesOn, sumsOf, usageOf, walk } from "./fleet";

const gpu = (host: string, index: number, over: Partial<Gpu> = {}): Gpu => ({
  id: `${host}-${index}`,
  host,
  index: String(index),
  lastSeen: "2026-01-01T00:00:00Z",
  utilization: 0.9,
  powerWatts: 600,
  allocated: true,
  status: "up",
  throttleReasons: [],
  errors: {},
  pods: [],
  processes: 1,
  workloadKinds: [],
  ...over,
});

test.each<[string, Partial<Gpu>]>([
  ["busy", {}],
  ["free", { utilization: 0, allocated: false }],
  ["wasted", { utilization: 0.01 }],
  ["throttled", { status: "throttled", utilization: 0.01 }],
  ["error", { errors: { "xid 79": 1 }, status: "throttled" }],
  ["error", { errors: { uncorrected: 2 } }],
  ["busy", { errors: { corrected: 5, ras_corrected: 1, pcie_replay: 3 } }],
  ["silent", { utilization: undefined, powerWatts: undefined, allocated: undefined, status: "unknown" }],
])("a GPU is %s with %j", (want, over) => expect(stateOf(gpu("a", 0, over))).toBe(want));

test("a fleet is counted; what is throttled is also busy or not", () => {
  const fleet = [gpu("a", 0), gpu("a", 1, { utilization: 0 }), gpu("a", 2, { status: "throttled" }), gpu("a", 3, { errors: { "xid 31": 1 } }), gpu("a", 4, { utilization: 0, allocated: false })];
  expect(summarize(fleet)).toEqual({ busy: 3, wasted: 1, throttled: 1, error: 1, silent: 0 });
  const fallen = gpu("a", 5, { errors: { "xid 79": 1 }, utilization: undefined, powerWatts: undefined, allocated: undefined, status: "unknown" });
  expect(summarize([fallen])).toEqual({ busy: 0, wasted: 0, throttled: 0, error: 1, silent: 1 });
});

test("groups and their GPUs are in the order of their numbers; a node outside of a cluster is its host", () => {
  const groups = groupBy([gpu("n10", 0), gpu("n2", 10), gpu("n2", 9), gpu("h", 0, { node: "n1" })], "node");
  expect(groups.map((g) => [g.name, g.gpus.map((x) => x.index)])).toEqual([["n1", ["0"]], ["n2", ["9", "10"]], ["n10", ["0"]]]);
  expect(groupBy([gpu("a", 0)], "cluster")[0]?.name).toBe("no cluster");
});

test("filters add up, and each offers what the others leave", () => {
  const fleet = [gpu("a", 0, { cluster: "east", workloadKinds: ["llm_training"], pods: ["ns/p"] }), gpu("a", 1, { cluster: "east" }), gpu("b", 0, { cluster: "west", workloadKinds: ["other"] })];
  expect(choose(fleet, { cluster: "east", type: "llm_training", pod: "ns/p" }).map((g) => g.id)).toEqual(["a-0"]);
  expect(optionsOf(fleet, { cluster: "east" }, "node")).toEqual(["a"]);
  expect(optionsOf(fleet, { cluster: "east" }, "cluster")).toEqual(["east", "west"]);
  expect(optionsOf(fleet, { type: "gone" }, "type")).toEqual(["gone", "llm_training", "other"]);
});

test("processes and use follow the chosen GPUs; the same id on another host is another GPU", () => {
  const chosen = [gpu("a", 0)];
  const on = (host: string): Process => ({ pid: "1", host, gpu: "a-0", lastSeen: "" });
  expect(processesOn([on("a"), on("b")], chosen)).toHaveLength(1);
  const used = (host: string, hours: number): GpuUsage => ({ gpu: "a-0", host, hours, allocatedHours: hours, lostHours: hours / 2, measuredHours: hours, meanUtilization: 0.5, energyJoules: 10, energyCounted: true, meanPowerWatts: 1 });
  expect(sumsOf(usageOf([used("a", 4), used("b", 8)], chosen))).toEqual({ hours: 4, allocated: 4, lost: 2, joules: 10, mean: 0.5 });
  expect(sumsOf([]).mean).toBe(0);
  expect(sumsOf([used("a", 1), { ...used("b", 9), measuredHours: 0, meanUtilization: 0 }]).mean).toBe(0.5); // of what is known
});

test.each([
  [0, "ArrowRight", 1],
  [0, "ArrowLeft", 0],
  [4, "j", 4],
  [2, "ArrowDown", 4], // the next row is shorter
  [4, "ArrowUp", 1],
  [4, "ArrowDown", 4],
  [3, "Home", 0],
  [0, "End", 4],
  [0, "x", undefined],
])("from cell %d of rows of 3 and 2, %s leads to %s", (from, key, want) => expect(walk([3, 2], from, key)).toBe(want));
