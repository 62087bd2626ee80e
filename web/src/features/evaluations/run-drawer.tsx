import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import type { EvaluationRun } from "@/features/evaluations/api/evaluations";
import { useNames } from "@/features/vault/api/people";
import { count, withUnit } from "@/lib/format";
import { money } from "@/lib/money";
import { useScope } from "@/lib/scope";
import { Drawer } from "@/ui/drawer";
import { Facts } from "@/ui/facts";
import { Section } from "@/ui/page";
import { Ago } from "@/ui/time";
import { Verdicts } from "./verdicts";

/** One judged answer: its texts, what was found, and what it took. */
export function RunDrawer({ run, label, onClose }: { run: EvaluationRun | undefined; label: (type: string) => string; onClose: () => void }): ReactElement {
  return (
    <Drawer open={run !== undefined} onClose={onClose} title={run ? run.runId : ""}>
      {run && <Detail run={run} label={label} />}
    </Drawer>
  );
}

function Detail({ run, label }: { run: EvaluationRun; label: (type: string) => string }): ReactElement {
  const nameOf = useNames(useScope().project);
  const facts: [string, ReactNode][] = [
    ["Judged", <Ago key="at" at={run.at} />],
    ["Run", <OfRun key="run" run={run} />],
    ["Asked by", nameOf(run.userId || run.apiKeyId || "")],
    ["Model", `${run.model} of ${run.provider}`],
    ["Tokens", `${count(run.inputTokens)} in, ${count(run.outputTokens)} out`],
    ["Cost", run.cost === undefined ? "not in the catalog" : money(run.cost)],
    ["Took", withUnit(run.tookMs / 1000, "s")],
    ["Contexts", run.contexts],
    ...Object.entries(run.metadata).map(([name, value]): [string, ReactNode] => [name, value]),
  ];
  return (
    <>
      <Verdicts of={run.evaluations} label={label} />
      <Section title="Question">
        <Text of={run.prompt} />
      </Section>
      <Section title="Answer">
        <Text of={run.response} />
      </Section>
      <Facts of={facts} />
    </>
  );
}

/** The way to all results of the same run. */
function OfRun({ run }: { run: EvaluationRun }): ReactElement {
  return (
    <Link to="/p/$project/$environment/evaluations" params={useScope()} search={{ of: run.runId }} className="text-accent underline">
      all results of {run.runId}
    </Link>
  );
}

function Text({ of }: { of: string }): ReactElement {
  return <p className="max-h-64 overflow-y-auto rounded-md bg-sunken px-2.5 py-1.5 text-sm break-words whitespace-pre-wrap">{of}</p>;
}
