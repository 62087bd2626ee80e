import { useState, type FormEvent, type ReactElement } from "react";
import { useCreateDatabaseConfig } from "@/features/tenancy/api/create-database-config";
import type { DatabaseConfig } from "@/features/tenancy/api/list-database-configs";
import { useTestSettings } from "@/features/tenancy/api/test-database";
import { useUpdateDatabaseConfig } from "@/features/tenancy/api/update-database-config";
import type { Wire } from "@/lib/api/types";
import { Button } from "@/ui/button";
import { Dialog, DialogActions } from "@/ui/dialog";
import { SelectField, TextField, Tick } from "@/ui/field";
import { FormError } from "@/ui/states";
import { Badge } from "@/ui/status";

type Settings = Wire<"DatabaseBody">;

interface Props {
  project: string;
  config: DatabaseConfig | null; // null makes a new one
  open: boolean;
  onClose: () => void;
}

/** Creates or edits a database configuration. */
export function DatabaseDialog(props: Props): ReactElement {
  const title = props.config ? `Edit ${props.config.name}` : "New database configuration";
  return (
    <Dialog open={props.open} onClose={props.onClose} title={title} description="A place where telemetry of this project is kept." wide>
      <DatabaseForm {...props} />
    </Dialog>
  );
}

function initial(config: DatabaseConfig | null): Settings {
  if (!config) return { name: "", kind: "clickhouse", url: "", username: "default", database: "otel", default: false };
  return { name: config.name, kind: config.kind, url: config.url, username: config.username, database: config.database, default: config.default };
}

function DatabaseForm({ project, config, onClose }: Props): ReactElement {
  const [settings, setSettings] = useState(() => initial(config));
  const create = useCreateDatabaseConfig(project);
  const update = useUpdateDatabaseConfig(project);
  const trial = useTestSettings(project);
  const change = (part: Partial<Settings>): void => {
    setSettings({ ...settings, ...part });
    trial.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const done = { onSuccess: onClose };
    if (config) update.mutate({ config: config.id, body: settings }, done);
    else create.mutate(settings, done);
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" required autoFocus maxLength={100} value={settings.name} onChange={(e) => change({ name: e.target.value })} />
        <SelectField label="Kind" value={settings.kind} onChange={(e) => change({ kind: e.target.value as Settings["kind"] })}>
          <option value="clickhouse">ClickHouse server</option>
          <option value="embedded">embedded engine</option>
        </SelectField>
      </div>
      {settings.kind === "clickhouse" && <ServerFields settings={settings} stored={config?.hasPassword ?? false} change={change} />}
      <Tick
        label="Default"
        hint={config?.default ? "To change this, make another configuration the default." : "Takes every signal that is not routed elsewhere."}
        checked={settings.default ?? false}
        disabled={config?.default}
        onChange={(e) => change({ default: e.target.checked })}
      />
      <div role="status" className="empty:hidden">
        {trial.isSuccess && <Badge tone="ok">Connected: version {trial.data.version}</Badge>}
      </div>
      <FormError error={trial.error ?? create.error ?? update.error} />
      <DialogActions>
        <Button className="mr-auto" busy={trial.isPending} onClick={() => trial.mutate({ body: { ...settings, name: settings.name || "trial" }, config: config?.id })}>
          Test connection
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={create.isPending || update.isPending}>
          {config ? "Save" : "Create configuration"}
        </Button>
      </DialogActions>
    </form>
  );
}

function ServerFields({ settings, stored, change }: { settings: Settings; stored: boolean; change: (part: Partial<Settings>) => void }): ReactElement {
  return (
    <>
      <TextField label="URL" type="url" required maxLength={2000} placeholder="https://clickhouse.example.com:8443" hint="Of the server's HTTP interface." value={settings.url ?? ""} onChange={(e) => change({ url: e.target.value })} />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField label="Database" required maxLength={63} value={settings.database ?? ""} onChange={(e) => change({ database: e.target.value })} />
        <TextField label="User name" maxLength={200} autoComplete="off" value={settings.username ?? ""} onChange={(e) => change({ username: e.target.value })} />
        <TextField
          label="Password"
          type="password"
          maxLength={1000}
          autoComplete="new-password"
          placeholder={stored ? "unchanged" : ""}
          hint={stored ? "Left empty: the stored one is kept." : undefined}
          value={settings.password ?? ""}
          onChange={(e) => change({ password: e.target.value || undefined })}
        />
      </div>
    </>
  );
}
