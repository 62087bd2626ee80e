import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { useCreatePrompt, useDeletePrompt } from "@/features/prompts/api/change-prompt";
import { usePrompts, type PromptSummary } from "@/features/prompts/api/list-prompts";
import { atLeast, useProject } from "@/features/session/api/membership";
import { count, plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { SmallSelect } from "@/ui/field";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { LiveSearch } from "@/ui/search-field-live";
import { Empty, LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { ContentDialog } from "./content-dialog";
import { filterPrompts, readPromptsSearch, type PromptsSearch } from "./prompt";

const columns: Column<PromptSummary>[] = [
  { name: "Name", cell: (p) => <span className="font-medium">{p.name}</span> },
  {
    name: "Published",
    cell: (p) => (
      <span className="inline-flex items-center gap-2">
        {p.version ?? <span className="text-muted">never</span>}
        {p.hasDraft && <Badge tone="warn">draft</Badge>}
      </span>
    ),
  },
  { name: "Tags", cell: (p) => p.tags.join(", "), wide: true },
  { name: "Versions", cell: (p) => p.versions, number: true, wide: true },
  { name: "Fetched", cell: (p) => count(p.uses), number: true },
  { name: "Changed", cell: (p) => <Ago at={p.updatedAt} />, number: true },
];

export function PromptsPage(): ReactElement {
  const scope = useScope();
  const admin = atLeast(useProject(scope.project)?.organisation.role, "admin");
  const query = usePrompts(scope);
  const create = useCreatePrompt(scope);
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const open = (prompt: string): void => void navigate({ to: "/p/$project/$environment/prompts/$prompt", params: { ...scope, prompt } });
  const add = admin && (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      New prompt
    </Button>
  );
  return (
    <Page title="Prompts" about="Texts that applications fetch by name, with versions and variables." action={add}>
      <View
        query={query}
        what="Listing prompts"
        loading={<LoadingRows columns={5} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon="edit" title="There is no prompt yet" action={add}>
            Write one and publish it; applications then fetch it, for example by <code className="font-mono text-text">openlit.get_prompt(name="support-answer")</code>
          </Empty>
        }
      >
        {(all) => <Prompts all={all} admin={admin} open={open} />}
      </View>
      <ContentDialog
        title="New prompt"
        action="Create draft"
        open={adding}
        onClose={() => setAdding(false)}
        save={async (content, name) => open((await create.mutateAsync({ ...content, name })).id)}
      />
    </Page>
  );
}

function Prompts({ all, admin, open }: { all: PromptSummary[]; admin: boolean; open: (prompt: string) => void }): ReactElement {
  const remove = useDeletePrompt(useScope());
  const navigate = useNavigate();
  const search = readPromptsSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const go = (part: PromptsSearch): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...part }), replace: true });
  const found = filterPrompts(all, search);
  const tags = [...new Set(all.flatMap((p) => p.tags))].sort((a, b) => a.localeCompare(b));
  return (
    <div className="flex flex-col gap-3">
      <div role="search" aria-label="Prompts" className="flex flex-wrap items-center gap-2">
        <LiveSearch label="Search prompts" hint="Part of a name" text={search.q ?? ""} onSearch={(q) => go({ q })} />
        <SmallSelect label="Tag" value={search.tag ?? ""} onChange={(e) => go({ tag: e.target.value || undefined })}>
          <option value="">every tag</option>
          {tags.map((t) => (
            <option key={t}>{t}</option>
          ))}
        </SmallSelect>
      </div>
      {found.length === 0 ? (
        <Empty icon="search" title="No prompt is like that" action={<Button onClick={() => go({ q: undefined, tag: undefined })}>Show all prompts</Button>} />
      ) : (
        <Table
          label="Prompts"
          columns={columns}
          rows={found}
          rowKey={(p) => p.id}
          onOpen={(p) => open(p.id)}
          actions={(p) =>
            admin && (
              <Confirm
                trigger={<IconButton icon="trash" label={`Delete ${p.name}`} />}
                title={`Delete ${p.name}?`}
                lost={<>All {plural(p.versions, "version")} and the counts of {plural(p.uses, "fetch").replace(/fetchs$/, "fetches")} are lost. Applications that ask for it get an error.</>}
                action="Delete prompt"
                run={() => remove.mutateAsync(p.id)}
              />
            )
          }
        />
      )}
    </div>
  );
}
