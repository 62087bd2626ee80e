import { expect, test } from "vitest";
import type { ExceptionGroup } from "@/features/exceptions/api/search-exceptions";
import type { GpuUsage, Usage } from "@/features/gpus/api/get-gpu-usage";
import type { Process } from "@/features/gpus/api/list-gpu-processes";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import type { Prompt } from "@/features/llm/api/list-prompts";
import { dearPrompts, failures, idleGpus, zombies } from "./answers";

const scope = { project: "prj_1", environment: "production" };
const used = (gpu: string, lostHours: number): GpuUsage => ({ gpu, host: "a", node: "node-a", hours: 10, lostHours }) as GpuUsage;
const usage = (...items: GpuUsage[]): Usage => ({ items, totals: { lostShare: 0.1, meanUtilization: 0.5 } }) as Usage;

test("GPUs are idle that were lost for most of the time, the worst first", () => {
  const found = idleGpus(scope, usage(used("g1", 6), used("g2", 1), used("g3", 9)), [{ host: "a", id: "g3", index: "7" } as Gpu]);
  expect(found).toMatchObject({ figure: "2", rows: [{ name: "node-a · 7", value: "9 h lost" }, { name: "node-a · g1" }] });
  expect(idleGpus(scope, usage(used("g2", 1)), [])).toBe("None: 1 GPU, used 50 % of the time.");
  expect(idleGpus(scope, usage(), [])).toBe("No GPU reported.");
});

test("zombies are told by command line, pid and host", () => {
  const process = (state: string): Process => ({ state, pid: "42", host: "a", gpu: "g1", commandLine: "python train.py" }) as Process;
  expect(zombies(scope, [process("running"), process("zombie")])).toMatchObject({ figure: "1", about: "process has ended and still holds a GPU.", rows: [{ name: "python train.py", value: "pid 42 on a", way: { search: { state: "zombie" } } }] });
  expect(zombies(scope, [process("running"), process("running")])).toBe("None of 2 processes on GPUs.");
  expect(zombies(scope, [])).toMatch(/^No process/);
});

test("prompts lead to their dearest call, exceptions to their group", () => {
  const prompt = { text: "why?", cost: 16.5, calls: 2, dearestCall: { traceId: "t1", spanId: "s1" } } as Prompt;
  expect(dearPrompts(scope, [prompt])).toMatchObject({ figure: "$16.50", rows: [{ value: "$16.50 in 2 calls", way: { params: { trace: "t1" }, search: { span: "s1" } } }] });
  expect(dearPrompts(scope, [])).toMatch(/^No call/);
  const group = (id: string, count: number, services: string[]): ExceptionGroup => ({ id, count, services, type: "E", message: "m" }) as ExceptionGroup;
  expect(failures(scope, [group("x", 3, ["a"]), group("y", 2, ["a", "b"])])).toMatchObject({ figure: "5", about: "exceptions of 2 kinds.", rows: [{ name: "E: m", value: "3 in a", way: { params: { group: "x" } } }, { value: "2 in 2 services" }] });
  expect(failures(scope, [])).toBe("No exception arrived.");
});
