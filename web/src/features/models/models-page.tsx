import { useNavigate, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState, type ReactElement } from "react";
import { useDeleteModel } from "@/features/models/api/delete-model";
import { useExportModels } from "@/features/models/api/files";
import { useModels, type Model } from "@/features/models/api/list-models";
import type { CatalogProvider } from "@/features/models/api/providers";
import { usePutModel } from "@/features/models/api/put-model";
import { atLeast, useProject } from "@/features/session/api/membership";
import { compact, plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { SmallSelect } from "@/ui/field";
import { Menu, MenuItem } from "@/ui/menu";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { LiveSearch } from "@/ui/search-field-live";
import { Empty, FormError, LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Switch } from "@/ui/switch";
import { Table, type Column } from "@/ui/table";
import { filterModels, providersOf, readModelSearch, type ModelSearch } from "./filter";
import { ImportDialog } from "./import-dialog";
import { ModelDialog } from "./model-dialog";
import { ModelDrawer } from "./model-drawer";
import { PriceCell } from "./price-cell";
import { ProvidersView } from "./providers-view";
import { priceNames, priceText, type PriceName } from "./price";

export function ModelsPage(): ReactElement {
  const scope = useScope();
  const admin = atLeast(useProject(scope.project)?.organisation.role, "admin");
  const query = useModels(scope);
  const give = useExportModels(scope);
  const [editing, setEditing] = useState<{ model: Model | null } | null>(null);
  const [describing, setDescribing] = useState<{ provider: CatalogProvider | null } | null>(null);
  const [importing, setImporting] = useState(false);
  const { search, go } = useModelSearch();
  const ofProviders = search.view === "providers";
  const providers = useMemo(() => providersOf(query.data ?? []), [query.data]);
  const create = admin && (
    <Button kind="primary" icon="plus" onClick={() => setEditing({ model: null })}>
      New model
    </Button>
  );
  const actions = (
    <>
      <Menu align="end" trigger={<Button busy={give.isPending}>Export</Button>}>
        <MenuItem onSelect={() => give.mutate("json")}>JSON</MenuItem>
        <MenuItem onSelect={() => give.mutate("csv")}>CSV</MenuItem>
        <MenuItem onSelect={() => give.mutate("pricing")}>Price list for SDKs</MenuItem>
      </Menu>
      {admin && <Button onClick={() => setImporting(true)}>Import</Button>}
      {ofProviders && admin ? (
        <Button kind="primary" icon="plus" onClick={() => setDescribing({ provider: null })}>
          New provider
        </Button>
      ) : (
        create
      )}
    </>
  );
  return (
    <Page title="Models" about={<>What models cost, in USD per million tokens{query.data ? `: ${plural(query.data.length, "model")} of ${plural(providers.length, "provider")}` : ""}.</>} action={actions}>
      <FormError error={give.error} />
      <div>
        <Switch label="Show" value={ofProviders ? "providers" : "models"} options={["models", "providers"] as const} onChange={(to) => go({ view: to === "providers" ? to : undefined, model: undefined, who: undefined })} />
      </div>
      {ofProviders ? (
        <ProvidersView admin={admin} open={search.who} go={go} editing={describing} edit={setDescribing} />
      ) : (
        <View
          query={query}
          what="Listing models"
          loading={<LoadingRows rows={8} columns={6} />}
          isEmpty={(all) => all.length === 0}
          empty={
            <Empty icon="database" title="The catalog has no model" action={create}>
              Spans have no cost until their model is here. Create one, or import a price list.
            </Empty>
          }
        >
          {(all) => <Catalog all={all} providers={providers} admin={admin} edit={(model) => setEditing({ model })} />}
        </View>
      )}
      <ModelDialog scope={scope} model={editing?.model ?? null} providers={providers.map(([p]) => p)} open={editing !== null} onClose={() => setEditing(null)} />
      <ImportDialog scope={scope} open={importing} onClose={() => setImporting(false)} />
    </Page>
  );
}

/** What of the catalog is shown, and the way to show something else. Filters replace what is in the history; what is opened does not. */
function useModelSearch(): { search: ModelSearch; go: (part: ModelSearch) => void } {
  const navigate = useNavigate();
  const search = readModelSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const go = (part: ModelSearch): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...part }), replace: !("model" in part || "who" in part || "view" in part) });
  return { search, go };
}

/** A price that was changed a moment ago. */
interface Changed {
  model: Model; // as it was
  name: PriceName;
  to: number;
}

function Catalog({ all, providers, admin, edit }: { all: Model[]; providers: [string, number][]; admin: boolean; edit: (model: Model) => void }): ReactElement {
  const scope = useScope();
  const { search, go } = useModelSearch();
  const put = usePutModel(scope);
  const remove = useDeleteModel(scope);
  const [changed, setChanged] = useState<Changed | null>(null);
  const { q, provider, type } = useDeferredValue(search);
  const found = useMemo(() => filterModels(all, { q, provider, type }), [all, q, provider, type]);

  const save = (model: Model, name: PriceName, to: number): void =>
    put.mutate({ provider: model.provider, model: { model_id: model.model_id, displayName: model.displayName, [name]: to } }, { onSuccess: () => setChanged({ model, name, to }) });
  const undo = ({ model, name }: Changed): void =>
    put.mutate({ provider: model.provider, model: { model_id: model.model_id, displayName: model.displayName, [name]: model[name] } }, { onSuccess: () => setChanged(null) });

  const columns: Column<Model>[] = [
    {
      name: "Model",
      cell: (m) => (
        <span className="inline-flex items-center gap-2">
          <span className="font-medium">{m.displayName}</span>
          {m.displayName !== m.model_id && <code className="font-mono text-xs text-muted max-lg:hidden">{m.model_id}</code>}
          {!m.isDefault && <Badge tone="info">own</Badge>}
        </span>
      ),
    },
    { name: "Provider", cell: (m) => m.provider },
    { name: "Type", cell: (m) => <span className="text-muted">{m.modelType}</span>, wide: true },
    { name: "Context", cell: (m) => compact(m.contextWindow), number: true, wide: true },
    ...priceNames.map(({ name, short, label }, i) => ({
      name: short,
      cell: (m: Model) => <PriceCell label={`${label} price of ${m.model_id} of ${m.provider}`} price={m[name]} unpriced={i > 1} save={admin ? (to) => save(m, name, to) : undefined} />,
      number: true,
      wide: i > 1,
    })),
  ];
  const removal = (m: Model): ReactElement => (
    <Confirm
      trigger={<IconButton icon="trash" label={`Delete ${m.model_id} of ${m.provider}`} />}
      title={`Delete ${m.displayName}?`}
      lost={
        <>
          Its prices in {m.provider} are lost, and spans of <code className="font-mono text-text">{m.model_id}</code> have no cost from now on. Costs of earlier spans stay.
        </>
      }
      action="Delete model"
      run={() => remove.mutateAsync(m)}
    />
  );
  const open = all.find((m) => m.customId === search.model);
  return (
    <div className="flex flex-col gap-3">
      <Filters search={search} providers={providers} go={go} found={found.length} />
      <div role="status" className="flex items-center gap-2 text-sm empty:hidden">
        {changed && (
          <>
            {changed.model.displayName}: {priceText(changed.model[changed.name])} → {priceText(changed.to)} from now on.
            <Button kind="quiet" className="h-6.5" onClick={() => undo(changed)}>
              Undo
            </Button>
          </>
        )}
      </div>
      <FormError error={put.error} />
      {found.length === 0 ? (
        <Empty icon="search" title="No model is like that" action={<Button onClick={() => go({ q: undefined, provider: undefined, type: undefined })}>Show all models</Button>} />
      ) : (
        <Table
          label="Models"
          columns={columns}
          rows={found}
          rowKey={(m) => m.customId}
          onOpen={(m) => go({ model: m.customId })}
          actions={
            admin
              ? (m) => (
                  <>
                    <IconButton icon="edit" label={`Edit ${m.model_id} of ${m.provider}`} onClick={() => edit(m)} />
                    {removal(m)}
                  </>
                )
              : undefined
          }
        />
      )}
      <ModelDrawer model={open} action={admin && open && <Button icon="edit" onClick={() => edit(open)}>Edit</Button>} onClose={() => go({ model: undefined })} />
    </div>
  );
}

function Filters({ search, providers, go, found }: { search: ModelSearch; providers: [string, number][]; go: (part: ModelSearch) => void; found: number }): ReactElement {
  return (
    <div role="search" aria-label="Models" className="flex flex-wrap items-center gap-2">
      <LiveSearch label="Search models" hint="Name, id or capability" text={search.q ?? ""} onSearch={(q) => go({ q })} />
      <SmallSelect label="Provider" value={search.provider ?? ""} onChange={(e) => go({ provider: e.target.value || undefined })}>
        <option value="">every provider</option>
        {providers.map(([name, n]) => (
          <option key={name} value={name}>
            {name} ({n})
          </option>
        ))}
      </SmallSelect>
      <SmallSelect label="Type" value={search.type ?? ""} onChange={(e) => go({ type: e.target.value || undefined })}>
        <option value="">every type</option>
        {["chat", "embeddings", "images", "audio"].map((t) => (
          <option key={t}>{t}</option>
        ))}
      </SmallSelect>
      {(search.q || search.provider || search.type) && <span className="text-sm text-muted">{plural(found, "model")}</span>}
    </div>
  );
}
