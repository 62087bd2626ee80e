import type { SpokenCall } from "@/features/traces/api/get-conversation";
import { compact, withUnit } from "@/lib/format";
import { money } from "@/lib/money";
import { colourAt, placesOf } from "./colours";
import type { Part } from "./search";
import type { Node, Tree } from "./tree";

export type Call = SpokenCall["call"];

/** How the spans of a trace are drawn. */
export interface Look {
  tree: Tree;
  part: Part; // of the time that is shown, ms
  calls: ReadonlyMap<string, Call>; // of language models, by span id
  found: ReadonlySet<Node>; // what is sought; empty when nothing is
  colours: ReadonlyMap<string, string>; // of services
}

/** The colours of the services of a trace. */
export function coloursOf(tree: Tree, theme: string): Map<string, string> {
  return new Map([...placesOf(tree.services)].map(([service, place]) => [service, colourAt(place, theme)]));
}

/** ms in the unit that fits. */
export const time = (ms: number): string => withUnit(ms / 1000, "s");

/** The whole time of a trace; never empty. */
export const wholeOf = (tree: Tree): Part => ({ from: 0, to: Math.max(tree.length, 1e-6) });

/** What a call of a model took: "1,528 → 277 tokens · ≈ $0.0021". */
export function callWords(call: Call): string {
  const tokens = [call.inputTokens, call.outputTokens].filter((t) => t !== undefined).map((t) => compact(t));
  return [tokens.length > 0 && `${tokens.join(" → ")} tokens`, call.cost !== undefined && `${call.costComputed ? "≈ " : ""}${money(call.cost)}`].filter(Boolean).join(" · ");
}
