import { expect, test } from "vitest";
import type { Model } from "./api/list-models";
import { filterModels, providersOf, readModelSearch } from "./filter";
import { costOf, dollars, parsePrice, priceText } from "./price";

const model = (provider: string, id: string, more: Partial<Model> = {}): Model => ({
  customId: id, id, model_id: id, provider, displayName: id, modelType: "chat", contextWindow: 4096, inputPricePerMToken: 2, outputPricePerMToken: 8,
  cacheReadPricePerMToken: 0, cacheCreationPricePerMToken: 0, capabilities: [], isDefault: true, updatedAt: "2026-01-01T00:00:00Z", ...more,
});

test.each([
  ["2.5", 2.5], [" $0.075 ", 0.075], [".5", 0.5], ["0", 0], ["1000000", 1_000_000],
  ["", undefined], ["-1", undefined], ["1,5", undefined], ["1e3", undefined], ["1000001", undefined], ["free", undefined],
])("the price %j is %j", (text, want) => expect(parsePrice(text)).toBe(want));

test("prices keep their digits", () => {
  expect([2.5, 0.075, 1234, 0.000001].map(priceText)).toEqual(["2.50", "0.075", "1,234.00", "0.000001"]);
  expect([0, 12.4, 0.00031, 0.5].map(dollars)).toEqual(["$0.00", "$12.40", "$0.00031", "$0.50"]);
});

test("cached tokens are part of the input, and cost as input when not priced apart", () => {
  const tokens = { input: 1_000_000, output: 500_000, cacheRead: 400_000, cacheWrite: 0 };
  expect(costOf(model("a", "m"), tokens)).toBe(6);
  expect(costOf(model("a", "m", { cacheReadPricePerMToken: 0.5 }), tokens)).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 4);
  expect(costOf(model("a", "m"), { input: 10, output: 0, cacheRead: 100, cacheWrite: 0 })).toBeCloseTo(200e-6);
});

test("a search finds by provider, type and every word", () => {
  const all = [model("openai", "gpt-4o", { capabilities: ["vision"] }), model("openai", "text-embedding-3-small", { modelType: "embeddings" }), model("azure", "gpt-4o")];
  const found = (search: Record<string, unknown>): string[] => filterModels(all, readModelSearch(search)).map((m) => `${m.provider}/${m.model_id}`);
  expect(found({ q: "gpt" })).toEqual(["openai/gpt-4o", "azure/gpt-4o"]);
  expect(found({ q: "GPT vision" })).toEqual(["openai/gpt-4o"]);
  expect(found({ provider: "openai", type: "embeddings" })).toEqual(["openai/text-embedding-3-small"]);
  expect(found({ q: 4 })).toEqual(["openai/gpt-4o", "azure/gpt-4o"]);
  expect(readModelSearch({ q: "", provider: ["x"] })).toEqual({});
  expect(providersOf(all)).toEqual([["azure", 1], ["openai", 2]]);
});
