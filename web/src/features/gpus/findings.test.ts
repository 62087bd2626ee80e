import { expect, test } from "vitest";
import type { GpuUsage } from "@/features/gpus/api/get-gpu-usage";
import type { Process } from "@/features/gpus/api/list-gpu-processes";
import type { SeriesResult } from "@/features/gpus/api/query-series";
import { changesOf } from "./changes";
import { sinceBy } from "./findings";
import { keyOf } from "./fleet";
import { errorWords, reasonWords } from "./words";
import { stepsOf } from "./zombie-help";

const answer = (...series: { labels: Record<string, string>; values: (number | null)[] }[]): SeriesResult =>
  ({ stepSeconds: 60, times: series[0]?.values.map((_, i) => i * 60_000) ?? [], series }) as SeriesResult;
const labels = (id: string, more: Record<string, string> = {}): Record<string, string> => ({ "host.name": "a", "hw.id": id, ...more });

test("a GPU is throttled since its newest spell began", () => {
  const status = answer({ labels: labels("0"), values: [1, 1, 0, 0, 0, 1, 1, 1] }, { labels: labels("1"), values: [0, 0, 0, 0, 0, 0, 0, 0] });
  expect(sinceBy("throttled", status)).toEqual(new Map([[keyOf("a", "0"), 5 * 60_000]]));
});

test("errors are told of by the newest that hurts", () => {
  const errors = answer({ labels: labels("0", { "error.type": "xid" }), values: [0, 1, 0, 0] }, { labels: labels("0", { "error.type": "uncorrected" }), values: [0, 0, 2, 0] }, { labels: labels("0", { "error.type": "corrected" }), values: [0, 0, 0, 9] });
  expect(sinceBy("error", errors)).toEqual(new Map([[keyOf("a", "0"), 2 * 60_000]]));
  expect(sinceBy("wasted", errors).size).toBe(0);
  expect(sinceBy("error", undefined).size).toBe(0);
});

test("errors and reasons are told with their meaning, unknown ones by their names", () => {
  expect(errorWords("xid 79")).toMatch(/^xid 79: the GPU has fallen off the bus/);
  expect(errorWords("xid 31", 3)).toMatch(/^xid 31 × 3: a kernel touched memory/);
  expect(errorWords("xid 4711", 2)).toBe("xid 4711 × 2");
  expect(errorWords("ras_corrected")).toBe("ras corrected");
  expect(reasonWords("hw_thermal")).toBe("hw thermal: too hot, slowed by the hardware");
  expect(reasonWords("some_other")).toBe("some other");
});

test("a zombie's parent is looked up when a command runs; a pod is ended only where there is one", () => {
  const zombie: Process = { pid: "42", host: "a", gpu: "0", lastSeen: "" };
  expect(stepsOf(zombie).map((s) => s.command)).toEqual(["ps -o pid,ppid,user,stat,etime,args -p 42 -p $(ps -o ppid= -p 42)", "kill -CHLD $(ps -o ppid= -p 42)", "kill $(ps -o ppid= -p 42)"]);
  expect(stepsOf({ ...zombie, pod: "train-0", namespace: "ml" }).map((s) => s.command)).toContain("kubectl delete pod -n ml train-0");
});

test("between two ranges GPUs come, go, and do more or less; small changes are none", () => {
  const used = (gpu: string, mean: number, lost = 0): GpuUsage => ({ gpu, host: "a", hours: 1, allocatedHours: 1, lostHours: lost, measuredHours: 1, meanUtilization: mean, energyJoules: 1, energyCounted: true, meanPowerWatts: 1 });
  const now = [used("same", 0.52), used("busier", 0.9), used("idle", 0.01, 0.9), used("new", 0.5)];
  const before = [used("same", 0.5), used("busier", 0.5), used("idle", 0.4, 0), used("gone", 0.5)];
  expect(changesOf(now, before, (u) => u.gpu).map((c) => [c.name, c.what])).toEqual([["gone", "gone"], ["new", "new"], ["idle", "more lost"], ["busier", "busier"]]);
  const unknown = { ...used("busier", 0), measuredHours: 0 };
  expect(changesOf([unknown], [used("busier", 0.5)], (u) => u.gpu)).toEqual([]);
});
