import { expect, test } from "vitest";
import type { Message, SpokenCall } from "@/features/llm/api/get-conversation";
import type { Usage } from "@/features/llm/api/get-llm-usage";
import { money } from "@/lib/money";
import { valueFilter } from "@/lib/telemetry/filter";
import { narrowed } from "./calls-link";
import { drawingOf, measures } from "./measures";
import { percent } from "./numbers";
import { byModel, onlyOf, readLlmSearch, readSplit } from "./search";
import { sumsOf, turnsOf } from "./turns";

const says = (role: string, text: string, output = false): Message => ({ role, output, parts: [{ type: "text", text }] });
const call = (messages: Message[], over: Partial<SpokenCall["call"]> = {}): SpokenCall => ({ traceId: "t", spanId: "s", name: "chat", service: "svc", start: "2026-01-01T00:00:00Z", durationNs: 2e9, failed: false, messages, call: { callsModel: true, ...over } });

test("each message is shown where it was said first, also one that is said twice", () => {
  const turns = turnsOf([
    call([says("user", "hi"), says("assistant", "hello", true)]),
    call([says("user", "hi"), says("assistant", "hello"), says("user", "hi"), says("assistant", "again?", true)]),
    call([says("user", "hi"), says("assistant", "hello"), says("user", "hi"), says("assistant", "again?"), says("user", "yes")]),
  ]);
  expect(turns.map((t) => [t.again.length, t.said.map((m) => m.parts[0]?.text)])).toEqual([[0, ["hi", "hello"]], [2, ["hi", "again?"]], [4, ["yes"]]]);
});

test("a conversation costs what its calls of models cost", () => {
  const sums = sumsOf([call([], { cost: 1, inputTokens: 10 }), call([], { cost: 2, costComputed: true, outputTokens: 5 }), call([], { callsModel: false, tool: "search", inputTokens: 99 })]);
  expect(sums).toMatchObject({ calls: 2, tools: 1, cost: 3, computed: 2, input: 10, output: 5, seconds: 2 });
  expect(sumsOf([]).seconds).toBe(0);
});

test("usage in steps becomes lines on one axis, the largest first; sums have no gaps, latencies do", () => {
  const at = (minute: number): string => `2026-01-01T00:0${minute}:00Z`;
  const item = (model: string, minute: number, cost: number) => ({ labels: { model }, at: at(minute), cost, calls: 1, p50Seconds: cost });
  const usage = { stepSeconds: 60, from: at(0), to: at(3), items: [item("a", 0, 1), item("b", 2, 5), item("", 2, 2)] } as unknown as Usage;
  expect(drawingOf(usage, "model", measures.cost).series).toEqual([{ name: "b", values: [0, 0, 5] }, { name: "no model", values: [0, 0, 2] }, { name: "a", values: [1, 0, 0] }]);
  expect(drawingOf(usage, "model", measures["latency p50"]).series[0]).toEqual({ name: "a", values: [1, null, null] });
});

test.each([
  [0, "$0"],
  [0.00042, "$0.00042"],
  [0.123, "$0.12"],
  [12.3, "$12.30"],
  [12_345.6, "$12,346"],
])("%d dollars are %s", (n, want) => expect(money(n)).toBe(want));

test("shares and the URL", () => {
  expect([percent(0), percent(0.0004), percent(0.034), percent(0.5)]).toEqual(["0 %", "< 0.1 %", "3.4 %", "50 %"]);
  expect(readLlmSearch({ by: "user", measure: "calls", where: "field:service:in:chat" })).toEqual({ by: "user", measure: "calls", where: "field:service:in:chat" });
  expect(readLlmSearch({ by: "model", measure: "cost", where: "nonsense" })).toEqual({});
});

test("a row's filter takes the place of a wider one on the same key, and leaves the others", () => {
  const model = { source: "field" as const, key: "model" };
  const other = valueFilter({ source: "field", key: "user" }, "ann");
  expect(narrowed([{ ...valueFilter(model, "a"), values: ["a", "b"] }, other], valueFilter(model, "a"))).toEqual([other, valueFilter(model, "a")]);
  expect(narrowed([valueFilter(model, "a", true)], valueFilter(model, "b"))).toHaveLength(2);
});

test("calls are split by a dimension or an attribute; a row without the attribute is what lacks it", () => {
  expect(readLlmSearch({ by: "attribute:team" })).toEqual({ by: "attribute:team" });
  expect(readLlmSearch({ by: "scope:x" })).toEqual({});
  const team = readSplit("resource:team:x");
  expect(team).toEqual({ by: "resource:team:x", name: "team:x", title: "team:x", key: { source: "resource", key: "team:x" } });
  expect(team && onlyOf(team, "")).toEqual({ source: "resource", key: "team:x", op: "exists", values: [], not: true });
  expect(onlyOf(byModel, "")).toEqual({ source: "field", key: "model", op: "in", values: [""], not: false });
});
