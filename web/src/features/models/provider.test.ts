import { expect, test } from "vitest";
import type { CatalogProvider } from "./api/providers";
import { newSetting, providerDraft, providerInput, settingFault } from "./provider";

const provider: CatalogProvider = { providerId: "acme", displayName: "Acme", description: "d", requiresVault: false, configSchema: { topP: { min: 0, max: 1, step: 0.1, default: 0.5 } }, supportedModels: [] };

test("a form says what it was made of", () => {
  expect(providerInput(providerDraft(provider), true)).toEqual({ providerId: "acme", displayName: "Acme", description: "d", requiresVault: false, configSchema: { topP: { min: 0, max: 1, step: 0.1, default: 0.5 } } });
});

test("a new provider without settings leaves them to the server", () => {
  expect(providerInput({ ...providerDraft(null), id: "x" }, false)).toEqual({ providerId: "x", displayName: "x", description: "", requiresVault: true });
  expect(providerInput({ ...providerDraft(null), id: "x" }, true).configSchema).toEqual({});
});

test.each([
  [{ name: "topP" }, undefined],
  [{ name: "" }, "The name is a word."],
  [{ name: "top p" }, "The name is a word."],
  [{ name: "topP", min: "" }, "min is not a number."],
  [{ name: "topP", max: "much" }, "max is not a number."],
  [{ name: "topP", min: "2" }, "min is more than max."],
  [{ name: "topP", step: "-1" }, "step is less than 0."],
  [{ name: "topP", default: "3" }, "default is not between min and max."],
])("the setting %j: %s", (part, want) => {
  const setting = { ...newSetting(), ...part };
  expect(settingFault(setting, [setting])).toBe(want);
});

test("a name is given once", () => {
  const one = { ...newSetting(), name: "topP" };
  expect(settingFault(one, [one, { ...one }])).toBe("The name is there twice.");
});
