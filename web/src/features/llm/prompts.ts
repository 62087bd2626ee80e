import type { SpokenCall } from "@/features/llm/api/get-conversation";
import { kindsOf } from "./turns";

/** Calls that ended with the same words of a user, and what they cost together. */
export interface Prompt {
  text: string;
  calls: number;
  cost: number;
  computed: number;
  tokens: number;
  models: string[];
  dearest: SpokenCall;
}

/** What was asked in a call: the last that a user, or else anybody, said to the model. */
export function askedIn(call: SpokenCall): string {
  const given = call.messages.filter((m) => !m.output);
  const last = given.findLast((m) => m.role === "user") ?? given.at(-1);
  return (last?.parts ?? []).map((p) => p.text ?? p.arguments ?? "").join("\n").trim();
}

/** The prompts of calls of models, the most expensive first. Calls that do not tell what was asked are left out. */
export function promptsOf(calls: SpokenCall[]): Prompt[] {
  const by = new Map<string, SpokenCall[]>();
  for (const call of calls) {
    const text = call.call.callsModel ? askedIn(call) : "";
    if (text) by.set(text, [...(by.get(text) ?? []), call]);
  }
  const cost = (c: SpokenCall): number => c.call.cost ?? 0;
  const sum = (of: SpokenCall[], value: (c: SpokenCall) => number): number => of.reduce((all, c) => all + value(c), 0);
  return [...by]
    .map(([text, of]) => ({
      text,
      calls: of.length,
      cost: sum(of, cost),
      computed: sum(of, (c) => (c.call.costComputed ? cost(c) : 0)),
      tokens: sum(of, (c) => (c.call.inputTokens ?? 0) + (c.call.outputTokens ?? 0)),
      models: kindsOf(of, (c) => c.call.model),
      dearest: of.reduce((a, b) => (cost(b) > cost(a) ? b : a)),
    }))
    .filter((p) => p.cost > 0)
    .sort((a, b) => b.cost - a.cost);
}
