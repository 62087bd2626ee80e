import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { atLeast, useProject } from "@/features/session/api/membership";
import { useDeleteSecret } from "@/features/vault/api/change-secret";
import { useSecrets, type Secret } from "@/features/vault/api/list-secrets";
import { plural } from "@/lib/format";
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
import { filterSecrets, readVaultSearch, tagsOf, type VaultSearch } from "./secret";
import { SecretDialog } from "./secret-dialog";
import { SecretDrawer } from "./secret-drawer";
import { UsageLog } from "./usage-log";

const columns: Column<Secret>[] = [
  { name: "Name", cell: (s) => <code className="font-mono text-sm font-medium">{s.key}</code> },
  {
    name: "Tags",
    cell: (s) => (
      <span className="inline-flex flex-wrap gap-1">
        {s.tags.map((t) => (
          <Badge key={t} tone="off">
            {t}
          </Badge>
        ))}
      </span>
    ),
    wide: true,
  },
  { name: "Version", cell: (s) => s.version, number: true },
  { name: "Changed", cell: (s) => <Ago at={s.updatedAt} />, number: true, wide: true },
  { name: "Last read", cell: (s) => <Ago at={s.lastReadAt} />, number: true },
];

export function VaultPage(): ReactElement {
  const scope = useScope();
  const admin = atLeast(useProject(scope.project)?.organisation.role, "admin");
  const query = useSecrets(scope);
  const navigate = useNavigate();
  const search = readVaultSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const go = (part: VaultSearch): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...part }), replace: !("secret" in part || "view" in part) });
  const [editing, setEditing] = useState<{ secret: Secret | null } | null>(null);
  const create = admin && (
    <Button kind="primary" icon="plus" onClick={() => setEditing({ secret: null })}>
      New secret
    </Button>
  );
  const actions = (
    <>
      {admin && (
        <Button icon="clock" aria-pressed={search.view === "usage"} onClick={() => go({ view: search.view ? undefined : "usage", of: undefined, did: undefined, by: undefined })}>
          {search.view ? "Hide the usage log" : "Usage log"}
        </Button>
      )}
      {create}
    </>
  );
  return (
    <Page title="Vault" about={<>Secrets that applications read by API key; values are encrypted and shown only on demand{query.data ? `: ${plural(query.data.length, "secret")}` : ""}.</>} action={actions}>
      {admin && search.view === "usage" && <UsageLog secrets={query.data ?? []} search={search} go={go} />}
      <View
        query={query}
        what="Listing secrets"
        loading={<LoadingRows columns={4} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon="key" title="The vault is empty" action={create}>
            Applications read secrets with an API key of the scope vault, for example by <code className="font-mono text-text">openlit.get_secrets(should_set_env=True)</code>
          </Empty>
        }
      >
        {(all) => <Secrets all={all} admin={admin} search={search} go={go} edit={(secret) => setEditing({ secret })} />}
      </View>
      <SecretDialog scope={scope} secret={editing?.secret ?? null} open={editing !== null} onClose={() => setEditing(null)} />
    </Page>
  );
}

interface ListProps {
  all: Secret[];
  admin: boolean;
  search: VaultSearch;
  go: (part: VaultSearch) => void;
  edit: (secret: Secret) => void;
}

function Secrets({ all, admin, search, go, edit }: ListProps): ReactElement {
  const remove = useDeleteSecret(useScope());
  const found = filterSecrets(all, search);
  const open = all.find((s) => s.id === search.secret);
  return (
    <div className="flex flex-col gap-3">
      <div role="search" aria-label="Secrets" className="flex flex-wrap items-center gap-2">
        <LiveSearch label="Search secrets" hint="Part of a name" text={search.q ?? ""} onSearch={(q) => go({ q })} />
        <SmallSelect label="Tag" value={search.tag ?? ""} onChange={(e) => go({ tag: e.target.value || undefined })}>
          <option value="">every tag</option>
          {tagsOf(all).map((t) => (
            <option key={t}>{t}</option>
          ))}
        </SmallSelect>
      </div>
      {found.length === 0 ? (
        <Empty icon="search" title="No secret is like that" action={<Button onClick={() => go({ q: undefined, tag: undefined })}>Show all secrets</Button>} />
      ) : (
        <Table
          label="Secrets"
          columns={columns}
          rows={found}
          rowKey={(s) => s.id}
          onOpen={(s) => go({ secret: s.id })}
          actions={
            admin
              ? (s) => (
                  <>
                    <IconButton icon="edit" label={`Change ${s.key}`} onClick={() => edit(s)} />
                    <Confirm
                      trigger={<IconButton icon="trash" label={`Delete ${s.key}`} />}
                      title={`Delete ${s.key}?`}
                      lost={
                        <>
                          Its value and {s.version > 1 ? `its ${plural(s.version - 1, "earlier version")}` : "its only version"} are lost, and cannot be had back. Applications that ask for it get nothing. The usage log keeps its name.
                        </>
                      }
                      action="Delete secret"
                      run={() => remove.mutateAsync(s.id)}
                    />
                  </>
                )
              : undefined
          }
        />
      )}
      <SecretDrawer secret={open} admin={admin} action={admin && open && <Button icon="edit" onClick={() => edit(open)}>Change</Button>} onClose={() => go({ secret: undefined })} />
    </div>
  );
}
