import { useState, type ReactElement } from "react";
import type { RuleInput } from "@/features/rules/api/list-rules";
import { useTryRule } from "@/features/rules/api/try-rule";
import { plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { FormError } from "@/ui/states";
import { Badge } from "@/ui/status";
import { parseFields } from "./rule";

const listed = 20; // samples named

/** Matches the rule as it stands, against fields or recent spans. */
export function Trial({ rule, ready }: { rule: RuleInput; ready: boolean }): ReactElement {
  const trial = useTryRule(useScope());
  const [text, setText] = useState('{"gen_ai.request.model": "gpt-4o"}');
  const fields = parseFields(text);
  const result = trial.data;
  return (
    <div className="flex flex-col gap-2">
      <textarea aria-label="Fields to test with" rows={3} spellCheck={false} aria-invalid={!fields || undefined} value={text} onChange={(e) => setText(e.target.value)} className="rounded-md border border-line-strong bg-panel px-2.5 py-1.5 font-mono text-sm aria-invalid:border-bad" />
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={!ready || !fields} busy={trial.isPending} onClick={() => fields && trial.mutate({ rule, given: [{ name: "these fields", fields }] })}>
          Test these fields
        </Button>
        <Button disabled={!ready} busy={trial.isPending} onClick={() => trial.mutate({ rule, given: null })}>
          Test recent spans
        </Button>
        {!fields && <span className="text-xs text-bad">Not a JSON object.</span>}
      </div>
      <FormError error={trial.error} />
      <div role="status" className="flex flex-col gap-1 text-sm empty:hidden">
        {result && result.samples.length === 0 && <p className="text-muted">No span arrived in the last day.</p>}
        {result && result.samples.length > 0 && (
          <>
            <p className="font-medium">
              {result.matching} of {plural(result.samples.length, "sample")} match{result.matching === 1 ? "es" : ""}
            </p>
            <ul className="flex flex-col gap-0.5">
              {result.samples.slice(0, listed).map((s, i) => {
                const met = result.items[i]?.condition_groups.flatMap((g) => g.conditions) ?? [];
                return (
                  <li key={i} className="flex items-center gap-2">
                    <Badge tone={result.items[i]?.matches ? "ok" : "off"}>{result.items[i]?.matches ? "matches" : "no match"}</Badge>
                    <span className="truncate">{s.name}</span>
                    <span className="ml-auto text-xs whitespace-nowrap text-muted">
                      {met.filter(Boolean).length} of {plural(met.length, "condition")}
                    </span>
                  </li>
                );
              })}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
