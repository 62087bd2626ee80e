import { expect, test } from "vitest";
import { addFilter, filterBody, filterWords, isComplete, readFilters, stateOf, toggleValue, valueFilter, writeFilters, type Filter } from "./filter";
import { readFilterSearch } from "./use-filters";
import { widen } from "./use-zoom";
import { wordsOf } from "./words";

const service = { source: "field", key: "service" } as const;
const cart = valueFilter(service, "cart");

test.each<[Filter[], string | undefined]>([
  [[], undefined],
  [[cart], "field:service:in:cart"],
  [[{ ...cart, values: ["cart", "checkout"], not: true }], "-field:service:in:cart,checkout"],
  [[{ source: "resource", key: "k8s.pod.name", op: "exists", values: [], not: true }], "-resource:k8s.pod.name:exists"],
  [[cart, { source: "attribute", key: "a:b;c", op: "contains", values: ["50%, or: more;"], not: false }], "field:service:in:cart;attribute:a%3ab%3bc:contains:50%25%2c or%3a more%3b"],
  [[valueFilter(service, "")], "field:service:in:"],
])("%j stands in the URL as %s", (filters, where) => {
  expect(writeFilters(filters)).toBe(where);
  expect(readFilters(where)).toEqual(filters);
});

test.each([undefined, 5, "", "field", "field:service", "fields:service:in:a", "field:service:like:a", "field::in:a", "field:durationMs:gt:fast", "field:name:contains:", `field:name:contains:${"x".repeat(5000)}`])("%j is no filter", (where) => {
  expect(readFilters(where)).toEqual([]);
});

test("equals is read as in, and at most 32 filters are", () => {
  expect(readFilters("field:service:equals:cart")).toEqual([cart]);
  expect(readFilters(Array(40).fill("field:service:exists").join(";"))).toHaveLength(32);
});

test("filters become what the server takes", () => {
  expect(filterBody([cart])).toEqual([{ source: "field", key: "service", op: "equals", value: "cart" }]);
  expect(filterBody([{ ...cart, values: ["a", "b"], not: true }])).toEqual([{ source: "field", key: "service", op: "in", values: ["a", "b"], not: true }]);
  expect(filterBody([{ source: "attribute", key: "n", op: "gte", values: ["5"], not: false }])).toEqual([{ source: "attribute", key: "n", op: "gte", value: "5" }]);
  expect(filterBody([{ source: "attribute", key: "n", op: "exists", values: [], not: false }])).toEqual([{ source: "attribute", key: "n", op: "exists" }]);
});

test("a value is chosen, excluded, or neither, never both", () => {
  const chosen = toggleValue(toggleValue([], service, "cart"), service, "checkout");
  expect(chosen).toEqual([{ ...cart, values: ["cart", "checkout"] }]);
  const turned = toggleValue(chosen, service, "cart", true);
  expect(turned.map((f) => filterWords(f))).toEqual(["service is checkout", "service is not cart"]);
  expect([stateOf(turned, service, "cart"), stateOf(turned, service, "checkout"), stateOf(turned, service, "x")]).toEqual(["out", "in", undefined]);
  expect(toggleValue(toggleValue(turned, service, "cart", true), service, "checkout")).toEqual([]);
});

test("the same filter is not added twice", () => {
  const slow: Filter = { source: "field", key: "durationMs", op: "gte", values: ["100"], not: false };
  expect(addFilter(addFilter([cart], slow), slow)).toEqual([cart, slow]);
  expect(addFilter([cart], cart)).toEqual([cart]);
  expect(isComplete(slow)).toBe(true);
});

test("a wider range has the same middle, and ends now at the latest", () => {
  expect(widen({ from: 4000, to: 6000 }, 3, 10_000)).toEqual({ from: 2000, to: 8000 });
  expect(widen({ from: 4000, to: 6000 }, 3, 7000)).toEqual({ from: 1000, to: 7000 });
});

test("of a URL, filters and words are read that there are", () => {
  expect(readFilterSearch({ where: "field:service:in:cart;nonsense", q: "a b" })).toEqual({ where: "field:service:in:cart", q: "a b" });
  expect(readFilterSearch({ q: 504 })).toEqual({ q: "504" }); // the router reads a number as one
  expect(readFilterSearch({ where: 5, q: "", other: "x" })).toEqual({});
  expect(readFilterSearch({ q: "x".repeat(2000) }).q).toHaveLength(1024); // the server takes no more
});

test("words stand alone, phrases in quotes together", () => {
  expect(wordsOf('Connection "timed out" 504')).toEqual(["connection", "timed out", "504"]);
  expect(wordsOf('  "" "open')).toEqual(["open"]);
});
