import { useState, type ReactElement } from "react";
import { useCatalogProviders, useDeleteProvider, type CatalogProvider } from "@/features/models/api/providers";
import { count, plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import type { ModelSearch } from "./filter";
import { ProviderDialog } from "./provider-dialog";
import { ProviderDrawer } from "./provider-drawer";

const columns: Column<CatalogProvider>[] = [
  {
    name: "Provider",
    cell: (p) => (
      <span className="inline-flex items-center gap-2">
        <span className="font-medium">{p.displayName}</span>
        {p.displayName !== p.providerId && <code className="font-mono text-xs text-muted">{p.providerId}</code>}
      </span>
    ),
  },
  { name: "Description", cell: (p) => <span className="line-clamp-1 text-muted">{p.description}</span>, wide: true },
  { name: "Key", cell: (p) => <span className="text-muted">{p.requiresVault ? "asks for one" : "none"}</span>, wide: true },
  { name: "Models", cell: (p) => count(p.supportedModels.length), number: true },
];

interface Props {
  admin: boolean;
  open: string | undefined; // id of the provider that is open
  go: (part: ModelSearch) => void;
  editing: { provider: CatalogProvider | null } | null; // null while nothing is edited
  edit: (what: { provider: CatalogProvider | null } | null) => void;
}

/** The providers of the catalog. */
export function ProvidersView({ admin, open, go, editing, edit }: Props): ReactElement {
  const scope = useScope();
  const query = useCatalogProviders(scope);
  const remove = useDeleteProvider(scope);
  const chosen = query.data?.find((p) => p.providerId === open);
  const [removed, setRemoved] = useState("");
  return (
    <>
      <p role="status" className="text-sm empty:hidden">
        {removed}
      </p>
      <View query={query} what="Listing providers" loading={<LoadingRows rows={8} columns={4} />} isEmpty={(all) => all.length === 0} empty={<Empty icon="database" title="The catalog has no provider">Describe one, or create a model: its provider comes with it.</Empty>}>
        {(all) => (
          <Table
            label="Providers"
            columns={columns}
            rows={all}
            rowKey={(p) => p.providerId}
            onOpen={(p) => go({ who: p.providerId })}
            actions={
              admin
                ? (p) => (
                    <>
                      <IconButton icon="edit" label={`Edit ${p.displayName}`} onClick={() => edit({ provider: p })} />
                      <Confirm
                        trigger={<IconButton icon="trash" label={`Delete ${p.displayName}`} />}
                        title={`Delete ${p.displayName}?`}
                        lost={p.supportedModels.length > 0 ? <>{plural(p.supportedModels.length, "model")} with all prices will be lost, and spans have no cost from now on. Costs of earlier spans stay.</> : <>What is said of it is lost. It has no model.</>}
                        action="Delete provider"
                        run={() => remove.mutateAsync(p.providerId).then(() => setRemoved(`${p.displayName} is deleted.`))}
                      />
                    </>
                  )
                : undefined
            }
          />
        )}
      </View>
      <ProviderDrawer provider={chosen} action={admin && chosen && <Button icon="edit" onClick={() => edit({ provider: chosen })}>Edit</Button>} onClose={() => go({ who: undefined })} />
      <ProviderDialog provider={editing?.provider ?? null} open={editing !== null} onClose={() => edit(null)} />
    </>
  );
}
