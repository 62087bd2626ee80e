import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { useDiscardDraft, useSaveDraft } from "@/features/prompts/api/change-prompt";
import { usePrompt, type Prompt, type PromptVersion } from "@/features/prompts/api/get-prompt";
import { usePromptUsage } from "@/features/prompts/api/look";
import { atLeast, useProject } from "@/features/session/api/membership";
import { count } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { CodeBlock, CopyText } from "@/ui/copy";
import { Facts } from "@/ui/facts";
import { SmallSelect } from "@/ui/field";
import { Page, Section } from "@/ui/page";
import { View } from "@/ui/query";
import { Failed, LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { ContentDialog } from "./content-dialog";
import { DiffView } from "./diff-view";
import { nameOf, readPromptSearch, versionOf, type PromptSearch } from "./prompt";
import { PublishDialog } from "./publish-dialog";
import { TryOut } from "./try-out";

export function PromptPage(): ReactElement {
  const scope = useScope();
  const { prompt: id = "" } = useParams({ strict: false });
  const query = usePrompt(scope, id);
  if (query.data) return <Shown prompt={query.data} />;
  return (
    <Page title="Prompt" about={<Back />}>
      {query.isError ? <Failed what="Reading the prompt" error={query.error} retry={() => void query.refetch()} /> : <LoadingRows rows={6} columns={2} />}
    </Page>
  );
}

function Back(): ReactElement {
  return (
    <Link to="/p/$project/$environment/prompts" params={useScope()} className="underline underline-offset-2 hover:text-text">
      All prompts
    </Link>
  );
}

function Shown({ prompt }: { prompt: Prompt }): ReactElement {
  const scope = useScope();
  const admin = atLeast(useProject(scope.project)?.organisation.role, "admin");
  const navigate = useNavigate();
  const search = readPromptSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const go = (part: PromptSearch): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...part }) });
  const save = useSaveDraft(scope, prompt.id);
  const discard = useDiscardDraft(scope, prompt.id);
  const [dialog, setDialog] = useState<"edit" | "publish" | null>(null);
  const version = versionOf(prompt, search.version);
  const draft = prompt.versions.find((v) => !v.version);
  const published = prompt.versions.some((v) => v.version);
  const close = (): void => setDialog(null);
  if (!version) return <Page title={prompt.name} about={<Back />}>The prompt has no version.</Page>;
  const source = draft ?? version;
  const actions = admin && (
    <>
      {draft && published && (
        <Confirm trigger={<Button kind="quiet">Discard draft</Button>} title={`Discard the draft of ${prompt.name}?`} lost="What was written since the last publication is lost. Published versions stay." action="Discard draft" run={async () => { await discard.mutateAsync(undefined); go({ version: undefined, compare: undefined }); }} />
      )}
      <Button icon="edit" onClick={() => setDialog("edit")}>
        {draft ? "Edit draft" : `New draft from ${nameOf(version)}`}
      </Button>
      {draft && (
        <Button kind="primary" onClick={() => setDialog("publish")}>
          Publish…
        </Button>
      )}
    </>
  );
  return (
    <Page title={prompt.name} about={<Back />} action={actions}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="flex min-w-0 flex-col gap-5">
          <Text prompt={prompt} version={version} from={search.compare} go={go} />
          <Section title="Try out" about={version.variables.length > 0 ? "The text with variables filled in, as applications get it." : "The text has no variable."}>
            <TryOut key={version.id} version={version} />
          </Section>
        </div>
        <aside className="flex flex-col gap-5">
          <Versions prompt={prompt} chosen={version} go={go} />
          <Usage prompt={prompt} />
        </aside>
      </div>
      <ContentDialog title={draft ? `Draft of ${prompt.name}` : `New draft of ${prompt.name}`} start={source} action="Save draft" open={dialog === "edit"} onClose={close} save={async (content) => { await save.mutateAsync(content); go({ version: undefined }); }} />
      <PublishDialog prompt={prompt} open={dialog === "publish"} onClose={close} onDone={(number) => { close(); go({ version: number }); }} />
    </Page>
  );
}

function Text({ prompt, version, from, go }: { prompt: Prompt; version: PromptVersion; from: string | undefined; go: (part: PromptSearch) => void }): ReactElement {
  const others = prompt.versions.filter((v) => v.id !== version.id);
  const base = others.find((v) => nameOf(v) === from);
  const compare = others.length > 0 && (
    <label className="flex items-center gap-2 text-sm text-muted">
      compare with
      <SmallSelect label="Compare with" value={base ? nameOf(base) : ""} onChange={(e) => go({ compare: e.target.value || undefined })}>
        <option value="">nothing</option>
        {others.map((v) => (
          <option key={v.id}>{nameOf(v)}</option>
        ))}
      </SmallSelect>
    </label>
  );
  const meta = Object.entries(version.metaProperties);
  return (
    <Section title={version.version ? `Version ${version.version}` : "Draft"} about={version.tags.join(", ")} action={compare}>
      {base ? <DiffView prompt={prompt.id} from={nameOf(base)} to={nameOf(version)} /> : <CodeBlock label="Prompt" text={version.prompt} />}
      {meta.length > 0 && <Facts mono of={meta.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)])} />}
    </Section>
  );
}

function Versions({ prompt, chosen, go }: { prompt: Prompt; chosen: PromptVersion; go: (part: PromptSearch) => void }): ReactElement {
  const columns: Column<PromptVersion>[] = [
    {
      name: "Version",
      cell: (v) => (
        <button type="button" aria-current={v.id === chosen.id || undefined} onClick={() => go({ version: nameOf(v), compare: undefined })} className="font-medium underline-offset-2 hover:underline aria-[current=true]:text-accent">
          {v.version ?? <Badge tone="warn">draft</Badge>}
        </button>
      ),
    },
    { name: "Since", cell: (v) => <Ago at={v.publishedAt ?? v.updatedAt} />, number: true },
  ];
  return (
    <Section title="Versions">
      <Table label="Versions" columns={columns} rows={prompt.versions} rowKey={(v) => v.id} onOpen={(v) => go({ version: nameOf(v), compare: undefined })} />
      <Facts of={[["Id", <CopyText key="id" text={prompt.id} label="Copy the id" />]]} />
    </Section>
  );
}

type Day = { day: string; uses: number };

function Usage({ prompt }: { prompt: Prompt }): ReactElement {
  const query = usePromptUsage(useScope(), prompt.id);
  const columns: Column<Day>[] = [
    { name: "Day", cell: (d) => d.day },
    { name: "Fetched", cell: (d) => count(d.uses), number: true },
  ];
  return (
    <Section title="Usage" about="Fetches by applications in the last 30 days.">
      <View query={query} what="Reading the usage" loading={<LoadingRows rows={1} columns={2} />} isEmpty={(u) => u.items.length === 0} empty={<p className="text-sm text-muted">No application has fetched it.</p>}>
        {(usage) => {
          const days = new Map<string, number>();
          for (const u of usage.items) days.set(u.day, (days.get(u.day) ?? 0) + u.uses);
          return <Table label="Usage" columns={columns} rows={[...days].map(([day, uses]) => ({ day, uses })).reverse()} rowKey={(d) => d.day} />;
        }}
      </View>
    </Section>
  );
}
