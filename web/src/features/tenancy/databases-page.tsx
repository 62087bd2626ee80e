import { useState, type ReactElement } from "react";
import { atLeast, useProject } from "@/features/session/api/membership";
import { useDeleteDatabaseConfig } from "@/features/tenancy/api/delete-database-config";
import { useDatabaseConfigs, type DatabaseConfig } from "@/features/tenancy/api/list-database-configs";
import { useTestSaved } from "@/features/tenancy/api/test-database";
import { sentence } from "@/lib/api/error";
import { useScope } from "@/lib/scope";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { DatabaseDialog } from "./database-dialog";

const columns: Column<DatabaseConfig>[] = [
  {
    name: "Name",
    cell: (d) => (
      <span className="inline-flex items-center gap-2 font-medium">
        {d.name}
        {d.default && <Badge tone="info">default</Badge>}
      </span>
    ),
  },
  { name: "Kind", cell: (d) => <span className="whitespace-nowrap">{d.kind === "embedded" ? "embedded engine" : "ClickHouse server"}</span>, wide: true },
  { name: "Address", cell: (d) => d.url ? <span className="font-mono text-sm break-all">{d.url}</span> : <span className="text-muted">in this server</span>, wide: true },
  { name: "Database", cell: (d) => <code className="font-mono text-sm">{d.database}</code>, wide: true },
];

export function DatabasesPage(): ReactElement {
  const { project } = useScope();
  const admin = atLeast(useProject(project)?.organisation.role, "admin");
  const query = useDatabaseConfigs(project);
  const remove = useDeleteDatabaseConfig(project);
  const [editing, setEditing] = useState<{ config: DatabaseConfig | null } | null>(null);
  const add = admin && (
    <Button kind="primary" icon="plus" onClick={() => setEditing({ config: null })}>
      New configuration
    </Button>
  );
  const connection: Column<DatabaseConfig> = { name: "Connection", cell: (d) => <Connection project={project} config={d} /> };
  return (
    <Page title="Databases" about="Where telemetry of this project is kept: the embedded engine, or ClickHouse servers of your own." action={add}>
      <View
        query={query}
        what="Listing database configurations"
        loading={<LoadingRows columns={4} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon="database" title="The project has no database" action={add}>
            Telemetry is refused until there is one.
          </Empty>
        }
      >
        {(all) => (
          <Table
            label="Database configurations"
            columns={admin ? [...columns, connection] : columns}
            rows={all}
            rowKey={(d) => d.id}
            onOpen={admin ? (config) => setEditing({ config }) : undefined}
            actions={(d) =>
              admin && (
                <>
                  <IconButton icon="edit" label={`Edit ${d.name}`} onClick={() => setEditing({ config: d })} />
                  {!d.default && (
                    <Confirm
                      trigger={<IconButton icon="trash" label={`Delete ${d.name}`} />}
                      title={`Delete the configuration ${d.name}?`}
                      lost={<>The platform forgets its address and password. The data in the database {d.database} itself stays where it is.</>}
                      action="Delete configuration"
                      run={() => remove.mutateAsync(d.id)}
                    />
                  )}
                </>
              )
            }
          />
        )}
      </View>
      <DatabaseDialog project={project} config={editing?.config ?? null} open={editing !== null} onClose={() => setEditing(null)} />
    </Page>
  );
}

/** Tries a saved configuration on request. */
function Connection({ project, config }: { project: string; config: DatabaseConfig }): ReactElement {
  const trial = useTestSaved(project);
  return (
    <span className="inline-flex items-center gap-2" role="status">
      <Button kind="quiet" className="h-6.5" busy={trial.isPending} aria-label={`Test connection of ${config.name}`} onClick={() => trial.mutate(config.id)}>
        Test
      </Button>
      {trial.isSuccess && <Badge tone="ok">version {trial.data.version}</Badge>}
      {trial.isError && (
        <span className="max-w-72 text-xs text-bad" title={sentence(trial.error)}>
          {sentence(trial.error)}
        </span>
      )}
    </span>
  );
}
