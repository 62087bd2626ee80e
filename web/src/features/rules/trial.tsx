import { Link } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import type { RuleInput } from "@/features/rules/api/list-rules";
import { useTryRule, type Tried } from "@/features/rules/api/try-rule";
import { plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { FormError } from "@/ui/states";
import { Badge } from "@/ui/status";
import { TextArea } from "@/ui/text-area";
import { Ago } from "@/ui/time";
import { parseFields } from "./rule";

const listed = 20; // of what was tried, those that match first

/** Matches the rule as it stands, against fields or recent spans. */
export function Trial({ rule, ready }: { rule: RuleInput; ready: boolean }): ReactElement {
  const trial = useTryRule(useScope());
  const [text, setText] = useState('{"gen_ai.request.model": "gpt-4o"}');
  const fields = parseFields(text);
  return (
    <div className="flex flex-col gap-2">
      <TextArea label="Fields to test with" hideLabel rows={3} error={fields ? undefined : "Not a JSON object."} value={text} onChange={(e) => setText(e.target.value)} />
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={!ready || !fields} busy={trial.isPending} onClick={() => fields && trial.mutate({ rule, given: fields })}>
          Test these fields
        </Button>
        <Button disabled={!ready} busy={trial.isPending} onClick={() => trial.mutate({ rule, given: null })}>
          Test recent spans
        </Button>
      </div>
      <FormError error={trial.error} />
      <div role="status" className="flex flex-col gap-1 text-sm empty:hidden">{trial.data && <Outcome of={trial.data} />}</div>
    </div>
  );
}

function Outcome({ of }: { of: Tried[] }): ReactElement {
  const matching = of.filter((t) => t.matches).length;
  if (of.length === 0) return <p className="text-muted">No span arrived in the last day.</p>;
  const noun = of[0]?.span ? "recent span" : "sample";
  const shown = [...of.filter((t) => t.matches), ...of.filter((t) => !t.matches)].slice(0, listed);
  return (
    <>
      <p className="font-medium">
        {matching} of {plural(of.length, noun)} match{matching === 1 ? "es" : ""}
      </p>
      <ul className="flex flex-col gap-0.5">
        {shown.map((t, i) => (
          <li key={t.span ?? i} className="flex items-center gap-2">
            <Badge tone={t.matches ? "ok" : "off"}>{t.matches ? "matches" : "no match"}</Badge>
            <Name of={t} />
            <span className="ml-auto text-xs whitespace-nowrap text-muted">
              {t.met.filter(Boolean).length} of {plural(t.met.length, "condition")}
              {t.at && (
                <>
                  {" · "}
                  <Ago at={t.at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A span leads to its trace. */
function Name({ of: { name, trace, span } }: { of: Tried }): ReactElement {
  const scope = useScope();
  if (!trace) return <span className="truncate">{name}</span>;
  return (
    <Link to="/p/$project/$environment/traces/$trace" params={{ ...scope, trace }} search={{ span }} className="truncate text-accent hover:underline">
      {name}
    </Link>
  );
}
