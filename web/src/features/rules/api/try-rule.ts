import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope } from "@/lib/api/types";
import type { RuleInput } from "./list-rules";

/** How one thing fared that a rule was tried on. */
export interface Tried {
  name: string;
  matches: boolean;
  met: boolean[]; // by condition
  at?: string; // when a span was
  trace?: string; // ids of a span
  span?: string;
}

/** Fields to try a rule on; null are recent spans of the project. */
export type Given = Record<string, unknown> | null;

/** Matches a rule that need not be kept. */
export const useTryRule = (scope: Scope) =>
  useMutation({
    mutationFn: async ({ rule, given }: { rule: RuleInput; given: Given }): Promise<Tried[]> => {
      const draft = { ...rule, name: rule.name || "trial" };
      if (given) {
        const { items } = await api.post("/api/rule-engine/try", { scope, body: { rule: draft, samples: [given] } });
        return items.map((o) => ({ name: "these fields", matches: o.matches, met: o.condition_groups.flatMap((g) => g.conditions) }));
      }
      const { items } = await api.post("/api/rule-engine/try-recent", { scope, body: { rule: draft, limit: 200 } });
      return items.map((s) => ({ name: `${s.service}: ${s.name}`, matches: s.matches, met: s.condition_groups.flatMap((g) => g.conditions), at: s.at, trace: s.traceId, span: s.spanId }));
    },
  });
