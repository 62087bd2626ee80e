import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Scope } from "@/lib/api/types";
import type { RuleInput } from "./list-rules";

/** Fields to match a rule against, and where they come from. */
export interface Sample {
  name: string;
  fields: Record<string, unknown>;
}

/** The attributes of spans of the last day, newest first. */
async function recentSpans(scope: Scope): Promise<Sample[]> {
  const found = await api.post("/api/telemetry/spans/search", { scope, body: { from: "now-24h", limit: 100, full: true, sort: "time", order: "newest" } });
  return found.items.map((s) => ({ name: `${s.service}: ${s.name}`, fields: { ...s.attributes, "service.name": s.service, "span.name": s.name, status: s.status } }));
}

/** Matches a rule that need not be kept: against given fields, or against recent spans. */
export const useTryRule = (scope: Scope) =>
  useMutation({
    mutationFn: async ({ rule, given }: { rule: RuleInput; given: Sample[] | null }) => {
      const samples = given ?? (await recentSpans(scope));
      if (samples.length === 0) return { samples, matching: 0, items: [] };
      const answer = await api.post("/api/rule-engine/try", { scope, body: { rule: { ...rule, name: rule.name || "trial" }, samples: samples.map((s) => s.fields) } });
      return { samples, ...answer };
    },
  });
