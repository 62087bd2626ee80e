import { expect, test } from "vitest";
import { traceIdOf } from "@/features/traces/api/trace-id";
import { keyText } from "@/lib/telemetry/filter";
import { colourAt, placesOf } from "./colours";
import { callsModel } from "./genai";
import { isOfRoot, keyOptions, spanFacets, traceFacets } from "./keys";
import { callWords } from "./look";
import { readPart, readTraceSearch, readTracesSearch, writePart } from "./search";

test("the URL of the list is read, and what it does not know is left out", () => {
  const id = "0123456789abcdef0123456789abcdef";
  expect(readTracesSearch({ list: "spans", order: "slowest", trace: id.toUpperCase(), span: 1234567890123456, where: "field:service:in:cart;nonsense", q: 42 })).toEqual({
    list: "spans",
    order: "slowest",
    trace: id,
    span: "1234567890123456",
    where: "field:service:in:cart",
    q: "42",
  });
  expect(readTracesSearch({ rootless: true })).toEqual({ rootless: true });
  expect(readTracesSearch({ rootless: "yes", list: "logs", order: "newest", trace: "x", span: "zz", where: "", q: "" })).toEqual({});
  expect(readTraceSearch({ draw: "flame", find: "cart", part: "10-20.5" })).toEqual({ draw: "flame", find: "cart", part: "10-20.5" });
  expect(readTraceSearch({ draw: "pie", find: "", part: "20-10" })).toEqual({});
});

test("a part of the time is written and read", () => {
  expect(writePart({ from: 0.123456, to: 900 })).toBe("0.1235-900");
  expect(readPart("0.1235-900")).toEqual({ from: 0.1235, to: 900 });
  expect([readPart(undefined), readPart("a-b"), readPart("5-5"), writePart(undefined)]).toEqual([undefined, undefined, undefined, undefined]);
});

test.each([
  ["0123456789ABCDEF0123456789abcdef", "0123456789abcdef0123456789abcdef"],
  [" 01234567-89ab-cdef-0123-456789abcdef ", "0123456789abcdef0123456789abcdef"],
  ["0".repeat(32), undefined],
  ["0123456789abcdef", undefined],
  ["checkout", undefined],
])("%s is the trace %s", (text, want) => expect(traceIdOf(text)).toBe(want));

test("up to ten services have colours of their own, whatever their order", () => {
  const services = Array.from({ length: 10 }, (_, i) => `service ${i}`);
  const places = placesOf(services);
  expect(new Set(places.values()).size).toBe(10);
  expect(placesOf(services.toReversed())).toEqual(places);
  expect(placesOf([...services, "eleventh"]).size).toBe(11);
  expect(colourAt(0, "light")).not.toBe(colourAt(0, "dark"));
});

test("calls of models say what they took; computed costs are told apart", () => {
  expect(callWords({ callsModel: true, inputTokens: 1200, outputTokens: 340, cost: 0.0042 })).toBe("1,200 → 340 tokens · $0.0042");
  expect(callWords({ callsModel: true, inputTokens: 251, cost: 0.000005, costComputed: true })).toBe("251 tokens · ≈ $0.000005");
  expect(callWords({ callsModel: false })).toBe("");
});

test("spans of language models are known by their attributes or events", () => {
  const span = { traceId: "", spanId: "", name: "", kind: "", service: "", start: "", durationNs: 0, status: "Unset" as const };
  expect(callsModel({ ...span, attributes: { "gen_ai.system": "openai" } })).toBe(true);
  expect(callsModel({ ...span, events: [{ at: "", name: "gen_ai.user.message" }] })).toBe(true);
  expect(callsModel({ ...span, attributes: { "http.route": "/", "llm.generated_tokens": "5" } })).toBe(false);
});

test("every facet has a name for people where it is a filter", () => {
  const named = new Set(keyOptions([]).map(keyText));
  const fields = [...traceFacets, ...spanFacets].filter((f) => f.source === "field");
  expect(fields.filter((f) => !named.has(keyText(f)))).toEqual([]);
  expect([...traceFacets.filter(isOfRoot).map((f) => f.key), ...spanFacets.filter(isOfRoot)]).toEqual(["rootName", "rootService"]);
});
