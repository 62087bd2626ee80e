import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { useJudge, useRuns, useTypes, type EvaluationRun, type EvaluationType } from "@/features/evaluations/api/evaluations";
import { atLeast, useProject } from "@/features/session/api/membership";
import { count } from "@/lib/format";
import { money } from "@/lib/money";
import { useScope } from "@/lib/scope";
import { Button, buttonLook } from "@/ui/button";
import { Tick } from "@/ui/field";
import { Page, Section } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { findingsOf, ratesOf, readEvaluationsSearch, type EvaluationsSearch } from "./evaluation";
import { JudgeDialog } from "./judge-dialog";
import { RunDrawer } from "./run-drawer";
import { TypesTable } from "./types-table";

export function EvaluationsPage(): ReactElement {
  const scope = useScope();
  const admin = atLeast(useProject(scope.project)?.organisation.role, "admin");
  const types = useTypes(scope);
  const judge = useJudge(scope);
  const [judging, setJudging] = useState(false);
  const ready = judge.data?.configured ?? false;
  const label = (id: string): string => types.data?.find((t) => t.id === id)?.label ?? id;
  const action = (
    <Button kind="primary" icon="check" disabled={!ready} onClick={() => setJudging(true)}>
      Judge an answer
    </Button>
  );
  return (
    <Page title="Evaluations" about="Answers of language models, judged by another one: for applications that ask, and by hand." action={action}>
      {judge.data && !ready && <NoJudge admin={admin} />}
      <Runs label={label} ready={ready} />
      <View query={types} what="Listing types of evaluations" loading={<LoadingRows rows={6} columns={4} />}>
        {(all) => <TypesTable types={all} admin={admin} />}
      </View>
      <JudgeDialog types={types.data ?? []} open={judging} onClose={() => setJudging(false)} />
    </Page>
  );
}

/** Says what is missing before anything can be judged. */
function NoJudge({ admin }: { admin: boolean }): ReactElement {
  const scope = useScope();
  return (
    <Empty
      icon="spark"
      title="No model judges yet"
      action={
        admin && (
          <Link to="/p/$project/$environment/settings/language-models" params={scope} className={buttonLook("primary")}>
            Connect a language model
          </Link>
        )
      }
    >
      Applications that ask get the status 409 until a language model is connected and used for evaluations{admin ? "" : ", which an admin of the organisation can do"}.
    </Empty>
  );
}

function Runs({ label, ready }: { label: (type: string) => string; ready: boolean }): ReactElement {
  const scope = useScope();
  const navigate = useNavigate();
  const search = readEvaluationsSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const go = (part: EvaluationsSearch): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...part }), replace: "failed" in part || "of" in part });
  const query = useRuns(scope, search.failed ?? false, search.of);
  const columns: Column<EvaluationRun>[] = [
    { name: "When", cell: (r) => <Ago at={r.at} />, text: (r) => r.at },
    { name: "Found", cell: (r) => <Found run={r} label={label} />, text: (r) => findingsOf(r).join(" ") },
    { name: "Question", cell: (r) => <span className="line-clamp-1 break-all">{r.prompt}</span>, text: (r) => r.prompt, wide: true },
    { name: "Model", cell: (r) => <code className="font-mono text-xs">{r.model}</code>, text: (r) => r.model, wide: true },
    { name: "Tokens", cell: (r) => count(r.inputTokens + r.outputTokens), text: (r) => String(r.inputTokens + r.outputTokens), number: true, wide: true },
    { name: "Cost", cell: (r) => (r.cost === undefined ? <span className="text-muted">–</span> : money(r.cost)), text: (r) => String(r.cost ?? ""), number: true },
  ];
  return (
    <Section title={search.of ? `Results of ${search.of}` : "Recent results"} about="The newest 100; they are kept for 90 days." action={<Tick label="Only with findings" checked={search.failed ?? false} onChange={(e) => go({ failed: e.target.checked || undefined })} />}>
      {search.of && <OfRun runs={query.data ?? []} label={label} onAll={() => go({ of: undefined })} />}
      <View
        query={query}
        what="Listing results"
        loading={<LoadingRows columns={5} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon="check" title={search.failed ? "Nothing was found" : "Nothing was judged yet"}>
            {search.failed ? "No kept result has a finding." : ready ? <>Judge an answer here, or from an application with <code className="font-mono text-text">openlit.evals</code> and an API key of the scope chat.</> : "Results appear here once a model judges."}
          </Empty>
        }
      >
        {(all) => (
          <>
            <Table label="Results" columns={columns} rows={all} rowKey={(r) => r.id} onOpen={(r) => go({ run: r.id })} tools="evaluations" />
            <RunDrawer run={all.find((r) => r.id === search.run)} label={label} onClose={() => go({ run: undefined })} />
          </>
        )}
      </View>
    </Section>
  );
}

/** What was found in the results of one run, by type. */
function OfRun({ runs, label, onAll }: { runs: EvaluationRun[]; label: (type: string) => string; onAll: () => void }): ReactElement {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {ratesOf(runs).map((r) => (
        <Badge key={r.type} tone={r.found > 0 ? "bad" : "ok"}>
          {label(r.type)}: {r.found} of {r.of}
        </Badge>
      ))}
      <Button kind="quiet" onClick={onAll}>
        Show all results
      </Button>
    </div>
  );
}

function Found({ run, label }: { run: EvaluationRun; label: (type: EvaluationType["id"]) => string }): ReactElement {
  const found = findingsOf(run);
  if (found.length === 0) return <Badge tone="ok">nothing of {run.evaluations.length}</Badge>;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {found.slice(0, 3).map((id) => (
        <Badge key={id} tone="bad">
          {label(id)}
        </Badge>
      ))}
      {found.length > 3 && <span className="text-xs text-muted">and {found.length - 3} more</span>}
    </span>
  );
}
