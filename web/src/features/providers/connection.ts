import type { Model } from "@/features/models/api/list-models";
import type { Suggestion } from "@/ui/combobox";
import type { Connection, ConnectionInput, Provider } from "./api/connections";

export type Use = Connection["uses"][number];

/** What models are used for, in words. */
export const uses: { use: Use; name: string; about: string }[] = [
  { use: "evaluation", name: "Evaluations", about: "Judges answers that applications and people ask about." },
  { use: "chat", name: "Assistant", about: "Answers questions about telemetry." },
  { use: "review", name: "Reviews", about: "Reviews traces and prompts." },
];

/** A connection as a form holds it: texts where people type. */
export interface Draft {
  name: string;
  provider: string;
  model: string;
  baseUrl: string;
  secret: string;
  timeout: string;
  maxTokens: string;
  uses: Use[];
}

/** The form of a connection; a new one serves what nothing serves yet. */
export function draftOf(connection: Connection | null, all: Connection[]): Draft {
  if (connection) {
    const { name, provider, model, baseUrl, secret, timeoutSeconds, maxTokens } = connection;
    return { name, provider, model, baseUrl, secret, timeout: String(timeoutSeconds), maxTokens: String(maxTokens), uses: connection.uses };
  }
  const free = uses.map((u) => u.use).filter((u) => !all.some((c) => c.uses.includes(u)));
  return { name: "", provider: "openai", model: "", baseUrl: "", secret: "", timeout: "60", maxTokens: "4096", uses: free };
}

/** What a form says to the server. */
export function inputOf(draft: Draft): ConnectionInput {
  const { name, provider, model, baseUrl, secret, uses: served } = draft;
  return { name: name || undefined, provider, model, baseUrl: baseUrl || undefined, secret: secret || undefined, timeoutSeconds: Number(draft.timeout), maxTokens: Number(draft.maxTokens), uses: served };
}

/** What is wrong with a whole number between two others. */
export function numberFault(text: string, from: number, to: number): string | undefined {
  return /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to ? undefined : `A whole number from ${from} to ${to.toLocaleString("en")}.`;
}

/** Models of a provider's chat that the catalog knows. */
export function suggestionsOf(models: Model[], provider: string): Suggestion[] {
  return models.filter((m) => m.provider === provider && m.modelType === "chat").map((m) => ({ id: m.customId, text: m.model_id, note: m.displayName === m.model_id ? "" : m.displayName }));
}

/** The secret that a provider's key is likely kept in. */
export function likelySecret(names: string[], provider: Provider | undefined): string {
  return provider && names.includes(provider.secret) ? provider.secret : "";
}
