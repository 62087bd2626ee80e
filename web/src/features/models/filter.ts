import type { Model } from "./api/list-models";

/** What of the catalog is shown, as it stands in the URL. */
export interface ModelSearch {
  q?: string;
  provider?: string;
  type?: string;
  model?: string; // id of the record that is open
  view?: string; // "providers" instead of models
  who?: string; // the provider that is open
}

/** Reads the search of a URL; empty parts are left out. */
export function readModelSearch(search: Record<string, unknown>): ModelSearch {
  const out: ModelSearch = {};
  for (const name of ["q", "provider", "type", "model", "view", "who"] as const) {
    const value = search[name];
    if ((typeof value === "string" && value !== "") || typeof value === "number") out[name] = String(value);
  }
  return out;
}

/** The models that a search finds: every word is part of the id, the name or a capability. */
export function filterModels(all: Model[], { q = "", provider, type }: ModelSearch): Model[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((m) => {
    if (provider && m.provider !== provider) return false;
    if (type && m.modelType !== type) return false;
    const text = `${m.provider} ${m.model_id} ${m.displayName} ${m.capabilities.join(" ")}`.toLowerCase();
    return words.every((w) => text.includes(w));
  });
}

/** The providers with their numbers of models, by name. */
export function providersOf(all: Model[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const m of all) counts.set(m.provider, (counts.get(m.provider) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
}
