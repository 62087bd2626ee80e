import { expect, test } from "vitest";
import type { Widget } from "@/features/dashboards/api/get-dashboard";
import { newQuery } from "@/lib/series/query";
import { valueFilter } from "@/lib/telemetry/filter";
import { pageOf } from "./explore";
import { arrange, below, fit, freeId, move, put, resize } from "./grid";
import { isSafe, readLine, readText } from "./text";
import { titleOf, withKind } from "./widget";

const widget = (id: string, x: number, y: number, w: number, h: number): Widget => ({ id, kind: "text", place: { x, y, w, h }, text: "" });
const places = (all: Widget[]): Record<string, number[]> => Object.fromEntries(all.map(({ id, place: { x, y, w, h } }) => [id, [x, y, w, h]]));
const board = [widget("a", 0, 0, 6, 2), widget("b", 6, 0, 6, 2), widget("c", 0, 2, 12, 3)];

test("widgets rise as far as those above them allow", () => {
  expect(places(arrange([widget("a", 0, 5, 4, 2), widget("b", 2, 9, 4, 1), widget("c", 8, 7, 4, 1)]))).toEqual({ a: [0, 0, 4, 2], b: [2, 2, 4, 1], c: [8, 0, 4, 1] });
});

test("a widget that is put onto others makes them give way", () => {
  expect(places(put(board, "c", { x: 0, y: 0, w: 12, h: 3 }))).toEqual({ c: [0, 0, 12, 3], a: [0, 3, 6, 2], b: [6, 3, 6, 2] });
  expect(places(put(board, "a", { x: 3, y: 0, w: 6, h: 2 }))).toEqual({ a: [3, 0, 6, 2], b: [6, 2, 6, 2], c: [0, 4, 12, 3] });
});

test("places stay within the grid", () => {
  expect(fit({ x: -3, y: -1, w: 20, h: 0 })).toEqual({ x: 0, y: 0, w: 12, h: 1 });
  expect(fit({ x: 11, y: 2.4, w: 4.4, h: 99 })).toEqual({ x: 8, y: 2, w: 4, h: 24 });
});

test("keys move by a column, and past the widget above or below", () => {
  expect(places(move(board, "a", "down"))).toEqual({ b: [6, 0, 6, 2], c: [0, 2, 12, 3], a: [0, 5, 6, 2] });
  expect(places(move(move(board, "a", "down"), "a", "up"))).toEqual(places(board));
  expect(places(move(board, "a", "left"))).toEqual(places(board));
  expect(move(board, "a", "up")).toBe(board);
  expect(places(resize(board, "b", "left"))["b"]).toEqual([6, 0, 5, 2]);
  expect(places(resize(board, "b", "right"))["b"]).toEqual([6, 0, 6, 2]);
  expect(places(resize(board, "a", "down"))).toEqual({ a: [0, 0, 6, 3], b: [6, 0, 6, 2], c: [0, 3, 12, 3] });
});

test("a new widget stands below, under an id of its own", () => {
  expect(below(board, 4, 2)).toEqual({ x: 0, y: 5, w: 4, h: 2 });
  expect(freeId([...board, widget("w4", 0, 9, 1, 1)])).toBe("w5");
});

test("another kind keeps what it has use for", () => {
  const made = withKind({ id: "w", kind: "text", place: { x: 0, y: 0, w: 1, h: 1 }, text: "note", title: "t" }, "top");
  expect(made).toMatchObject({ kind: "top", title: "t", queries: [{ source: "metric" }] });
  expect("text" in made).toBe(false);
  const spans = { ...made, queries: [{ source: "spans" as const, measure: "count" as const, groupBy: [{ source: "field" as const, key: "service" }] }] };
  expect(withKind(spans, "series").queries).toEqual(spans.queries);
  expect(titleOf({ ...made, title: "", queries: [{ source: "metric", metric: "m" }] })).toBe("m");
});

test("a widget leads to the rows that it counts", () => {
  const service = valueFilter({ source: "field", key: "service" }, "cart");
  expect(pageOf({ ...newQuery("spans"), filters: [service] })).toEqual({ to: "traces", search: { list: "spans", where: "field:service:in:cart" } });
  expect(pageOf({ ...newQuery("spans"), measure: "errorRate" })).toEqual({ to: "traces", search: { list: "spans", where: "field:status:in:Error" } });
  expect(pageOf({ ...newQuery("spans"), measure: "p95" }).search).toMatchObject({ order: "slowest" });
  expect(pageOf({ ...newQuery("logs"), measure: "errors", text: "late", filters: [service] })).toEqual({ to: "logs", search: { where: "field:service:in:cart;field:severityNumber:gte:17", q: "late" } });
  expect(pageOf({ ...newQuery("models"), by: ["user"] })).toEqual({ to: "llm", search: { by: "user" } });
});

test("texts have titles, lists, strong words and links; nothing else", () => {
  expect(readText("# Hi\n\none **two**\nthree\n- a `b`\n- c")).toEqual([
    { kind: "title", spans: [{ kind: "plain", text: "Hi" }] },
    { kind: "paragraph", spans: [{ kind: "plain", text: "one " }, { kind: "strong", text: "two" }, { kind: "plain", text: " " }, { kind: "plain", text: "three" }] },
    { kind: "list", items: [[{ kind: "plain", text: "a " }, { kind: "code", text: "b" }], [{ kind: "plain", text: "c" }]] },
  ]);
  expect(readLine("see [the page](/p/x) or https://example.com/a?b=c.")).toEqual([
    { kind: "plain", text: "see " },
    { kind: "link", text: "the page", to: "/p/x" },
    { kind: "plain", text: " or " },
    { kind: "link", text: "https://example.com/a?b=c.", to: "https://example.com/a?b=c." },
  ]);
  expect(readLine("<b>[x](javascript:alert(1))")).toEqual([{ kind: "plain", text: "<b>" }, { kind: "plain", text: "[x](javascript:alert(1)" }, { kind: "plain", text: ")" }]);
});

test.each([
  ["https://example.com", true],
  ["/p/x", true],
  ["//evil.example", false],
  ["/\\evil.example", false],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
])("an address is linked to or not: %s %s", (address, want) => expect(isSafe(address)).toBe(want));
