import type { CatalogProvider, CatalogProviderInput } from "./api/providers";

/** A setting as a form holds it: texts where people type. */
export interface SettingDraft {
  name: string;
  min: string;
  max: string;
  step: string;
  default: string;
  description: string;
}

/** The numbers of a setting, in the order they are shown. */
export const settingNumbers = ["min", "max", "step", "default"] as const;

/** A provider as a form holds it. */
export interface ProviderDraft {
  id: string;
  name: string;
  description: string;
  needsKey: boolean;
  settings: SettingDraft[];
}

export const newSetting = (): SettingDraft => ({ name: "", min: "0", max: "1", step: "0.1", default: "0", description: "" });

/** The form of a provider, or of a new one, which has the usual settings. */
export function providerDraft(provider: CatalogProvider | null): ProviderDraft {
  if (!provider) return { id: "", name: "", description: "", needsKey: true, settings: [] };
  const settings = Object.entries(provider.configSchema).map(([name, r]) => ({ name, min: String(r.min), max: String(r.max), step: String(r.step), default: String(r.default), description: r.description ?? "" }));
  return { id: provider.providerId, name: provider.displayName, description: provider.description, needsKey: provider.requiresVault, settings };
}

/** What is wrong with a setting, by its first fault. */
export function settingFault(setting: SettingDraft, all: SettingDraft[]): string | undefined {
  if (!/^[\p{L}\p{Nd}_]{1,50}$/u.test(setting.name)) return "The name is a word.";
  if (all.filter((s) => s.name === setting.name).length > 1) return "The name is there twice.";
  const wrong = settingNumbers.find((n) => setting[n].trim() === "" || !Number.isFinite(Number(setting[n])));
  if (wrong) return `${wrong} is not a number.`;
  if (Number(setting.min) > Number(setting.max)) return "min is more than max.";
  if (Number(setting.step) < 0) return "step is less than 0.";
  if (Number(setting.default) < Number(setting.min) || Number(setting.default) > Number(setting.max)) return "default is not between min and max.";
  return undefined;
}

/** What a form says to the server. A new provider without settings gets the usual ones. */
export function providerInput(draft: ProviderDraft, there: boolean): CatalogProviderInput {
  const settings = Object.fromEntries(draft.settings.map(({ name, description, ...numbers }) => [name, { min: Number(numbers.min), max: Number(numbers.max), step: Number(numbers.step), default: Number(numbers.default), ...(description && { description }) }]));
  return { providerId: draft.id, displayName: draft.name || draft.id, description: draft.description, requiresVault: draft.needsKey, ...((there || draft.settings.length > 0) && { configSchema: settings }) };
}
