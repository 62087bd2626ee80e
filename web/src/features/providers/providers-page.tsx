import { useState, type ReactElement } from "react";
import { useConnections, useDeleteConnection, useProviders, type Connection } from "@/features/providers/api/connections";
import { atLeast, useProject } from "@/features/session/api/membership";
import { useScope } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { uses } from "./connection";
import { ConnectionDialog } from "./connection-dialog";

/** Which language models the platform itself asks. */
export function ProvidersPage(): ReactElement {
  const scope = useScope();
  const admin = atLeast(useProject(scope.project)?.organisation.role, "admin");
  const query = useConnections(scope);
  const providers = useProviders().data ?? [];
  const remove = useDeleteConnection(scope);
  const [editing, setEditing] = useState<{ connection: Connection | null } | null>(null);
  const label = (id: string): string => providers.find((p) => p.id === id)?.label ?? id;
  const columns: Column<Connection>[] = [
    { name: "Name", cell: (c) => <span className="font-medium">{c.name}</span> },
    { name: "Provider", cell: (c) => label(c.provider), wide: true },
    { name: "Model", cell: (c) => <code className="font-mono text-sm">{c.model}</code> },
    { name: "Address", cell: (c) => (c.baseUrl ? <span className="font-mono text-xs break-all">{c.baseUrl}</span> : <span className="text-muted">the provider’s own</span>), wide: true },
    { name: "Key", cell: (c) => (c.secret ? <code className="font-mono text-xs">{c.secret}</code> : <span className="text-muted">none</span>), wide: true },
    {
      name: "Used for",
      cell: (c) => (
        <span className="inline-flex flex-wrap gap-1">
          {uses
            .filter((u) => c.uses.includes(u.use))
            .map((u) => (
              <Badge key={u.use} tone="info">
                {u.name}
              </Badge>
            ))}
          {c.uses.length === 0 && <span className="text-muted">nothing</span>}
        </span>
      ),
    },
  ];
  const add = admin && (
    <Button kind="primary" icon="plus" onClick={() => setEditing({ connection: null })}>
      Connect a model
    </Button>
  );
  return (
    <Page title="Language models" about="Models that the platform itself asks: to judge answers, to answer questions, to review traces." action={add}>
      <View
        query={query}
        what="Listing language models"
        loading={<LoadingRows columns={4} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon="spark" title="No language model is connected" action={add}>
            Evaluations, the assistant and reviews need one. Put the key of a provider into the vault first; models on your own machines may need none.
          </Empty>
        }
      >
        {(all) => (
          <Table
            label="Language models"
            columns={columns}
            rows={all}
            rowKey={(c) => c.id}
            onOpen={admin ? (connection) => setEditing({ connection }) : undefined}
            actions={(c) =>
              admin && (
                <>
                  <IconButton icon="edit" label={`Change ${c.name}`} onClick={() => setEditing({ connection: c })} />
                  <Confirm
                    trigger={<IconButton icon="trash" label={`Disconnect ${c.name}`} />}
                    title={`Disconnect ${c.name}?`}
                    lost={c.uses.length > 0 ? <>{served(c)} stop working until another model serves them. The key stays in the vault.</> : <>Nothing uses it. The key stays in the vault.</>}
                    action="Disconnect model"
                    run={() => remove.mutateAsync(c.id)}
                  />
                </>
              )
            }
          />
        )}
      </View>
      <ConnectionDialog connection={editing?.connection ?? null} open={editing !== null} onClose={() => setEditing(null)} />
    </Page>
  );
}

/** What a connection serves, as the beginning of a sentence. */
function served(c: Connection): string {
  return uses.filter((u) => c.uses.includes(u.use)).map((u) => u.name).join(", ");
}
