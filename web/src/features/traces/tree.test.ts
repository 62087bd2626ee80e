import { expect, test } from "vitest";
import type { Span } from "@/features/traces/api/get-trace";
import { exact, lanesOf, nextOf, seek, treeOf, unfolded } from "./tree";

const span = (spanId: string, parentSpanId: string, from: number, ms: number, more: Partial<Span> = {}): Span => ({
  traceId: "t",
  spanId,
  parentSpanId,
  name: `span ${spanId}`,
  kind: "Internal",
  service: "shop",
  start: new Date(1_700_000_000_000 + from).toISOString(),
  durationNs: ms * 1e6,
  status: "Unset",
  ...more,
});

const names = (nodes: { span: Span }[]): string => nodes.map((n) => n.span.spanId).join(" ");

test("spans stand below their parents in the order of time", () => {
  const tree = treeOf([span("c", "a", 60, 30, { status: "Error" }), span("b", "a", 10, 40), span("d", "b", 20, 5), span("a", "", 0, 100, { service: "web" })]);
  expect(names(tree.all)).toBe("a b d c");
  expect(tree.all.map((n) => n.depth)).toEqual([0, 1, 2, 1]);
  expect(tree.roots[0]).toMatchObject({ below: 3, failedBelow: 1, from: 0, to: 100 });
  expect(tree).toMatchObject({ length: 100, failed: 1, services: ["shop", "web"] });
  expect(names(unfolded(tree, new Set(["b"])))).toBe("a b c");
  expect(names(unfolded(tree, new Set(["a"])))).toBe("a");
});

test("spans without their parent, circles and the same id twice break nothing", () => {
  const tree = treeOf([span("a", "gone", 5, 1), span("b", "c", 1, 1), span("c", "b", 2, 1), span("d", "d", 3, 1), span("e", "", 4, 1), span("e", "", 4, 1)]);
  expect(tree.all).toHaveLength(6);
  expect(tree.all.find((n) => n.span.spanId === "a")?.lost).toBe(true);
  expect(tree.rooted).toBe(true);
  expect(treeOf([]).all).toEqual([]);
});

test("parents that others name and that are not there are told, with how many name them", () => {
  const tree = treeOf([span("a", "gone", 5, 1), span("b", "a", 6, 1), span("c", "lost", 7, 1), span("d", "gone", 8, 1)]);
  expect(tree.rooted).toBe(false);
  expect(tree.missing).toEqual([{ id: "gone", spans: 2 }, { id: "lost", spans: 1 }]);
  expect(treeOf([span("a", "", 0, 1), span("b", "a", 0, 1)])).toMatchObject({ rooted: true, missing: [] });
});

test("parts of a microsecond are kept", () => {
  expect(exact("2026-11-15T05:23:19.451069123Z")).toEqual([Date.parse("2026-11-15T05:23:19.451Z"), 0.069123]);
  expect(exact("2026-11-15T05:23:19Z")).toEqual([Date.parse("2026-11-15T05:23:19Z"), 0]);
  const tree = treeOf([span("a", "", 0, 1, { start: "2026-11-15T05:23:19.451069123Z" }), span("b", "a", 0, 1, { start: "2026-11-15T05:23:19.451070123Z" })]);
  expect(tree.all[1]?.from).toBeCloseTo(0.001, 9);
});

test("words are sought in names, services, attributes and events", () => {
  const tree = treeOf([
    span("a", "", 0, 9, { attributes: { "http.route": "/Cart" } }),
    span("b", "a", 1, 1, { events: [{ at: "", name: "exception", attributes: { "exception.type": "Lost" } }] }),
    span("c", "a", 2, 1, { statusMessage: "cart is empty" }),
  ]);
  expect(names(seek(tree, "cart"))).toBe("a c");
  expect(names(seek(tree, "lost"))).toBe("b");
  expect(names(seek(tree, "empty cart"))).toBe("c");
  expect(names(seek(tree, '"is empty"'))).toBe("c");
  expect(seek(tree, '"empty is"')).toEqual([]);
  expect(seek(tree, "")).toEqual([]);
});

test("the next of what is sought is after where one is, and then the first again", () => {
  const tree = treeOf([span("a", "", 0, 9), span("b", "a", 1, 1), span("c", "a", 2, 1), span("d", "a", 3, 1)]);
  const among = tree.all.filter((n) => n.span.spanId === "b" || n.span.spanId === "d");
  const next = (at: number | undefined, by: 1 | -1): string | undefined => nextOf(among, at, by)?.span.spanId;
  expect([next(undefined, 1), next(1, 1), next(2, 1), next(3, 1)]).toEqual(["b", "d", "d", "b"]);
  expect([next(undefined, -1), next(3, -1), next(2, -1), next(0, -1)]).toEqual(["d", "b", "b", "d"]);
  expect(nextOf([], 2, 1)).toBeUndefined();
});

test("in a flame, spans at the same time stand in different lanes", () => {
  const tree = treeOf([span("a", "", 0, 100), span("b", "a", 0, 50), span("c", "a", 20, 50), span("d", "a", 60, 40), span("e", "c", 30, 5)]);
  const { lanes, count } = lanesOf(tree);
  expect(Object.fromEntries(tree.all.map((n) => [n.span.spanId, lanes[n.index]]))).toEqual({ a: 0, b: 1, c: 2, d: 1, e: 3 });
  expect(count).toBe(4);
});

test("a chain of 20,000 spans is put in order", () => {
  const tree = treeOf(Array.from({ length: 20_000 }, (_, i) => span(`s${i}`, i === 0 ? "" : `s${i - 1}`, i, 1)));
  expect(tree.all.at(-1)?.depth).toBe(19_999);
});
