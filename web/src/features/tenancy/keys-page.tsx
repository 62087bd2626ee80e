import { useState, type ReactElement } from "react";
import { atLeast, useProject } from "@/features/session/api/membership";
import { useApiKeys, type ApiKey } from "@/features/tenancy/api/list-api-keys";
import { useRevokeApiKey } from "@/features/tenancy/api/revoke-api-key";
import { useScope } from "@/lib/scope";
import { useNow } from "@/lib/time/now";
import { Button, IconButton } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Tick } from "@/ui/field";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { Ago, Day } from "@/ui/time";
import { KeyDialog } from "./key-dialog";

const columns: Column<ApiKey>[] = [
  { name: "Name", cell: (k) => <span className="font-medium">{k.name}</span> },
  { name: "Key", cell: (k) => <code className="font-mono text-sm whitespace-nowrap text-muted">{k.hint}</code>, wide: true },
  { name: "Environment", cell: (k) => k.environment || <span className="text-muted">every</span>, wide: true },
  { name: "Scopes", cell: (k) => k.scopes.join(", "), wide: true },
  { name: "State", cell: (k) => <KeyState apiKey={k} /> },
  { name: "Last used", cell: (k) => <Ago at={k.lastUsedAt} />, number: true },
  { name: "Created", cell: (k) => <Day at={k.createdAt} />, number: true, wide: true },
];

function KeyState({ apiKey }: { apiKey: ApiKey }): ReactElement {
  const now = useNow(60_000);
  if (apiKey.revokedAt) return <Badge tone="off">revoked</Badge>;
  if (!apiKey.expiresAt) return <Badge tone="ok">valid</Badge>;
  const expired = Date.parse(apiKey.expiresAt) <= now;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Badge tone={expired ? "bad" : "ok"}>{expired ? "expired" : "valid"}</Badge>
      <span className="text-xs text-muted">{expired ? <Ago at={apiKey.expiresAt} /> : <>ends <Ago at={apiKey.expiresAt} /></>}</span>
    </span>
  );
}

export function KeysPage(): ReactElement {
  const { project } = useScope();
  const admin = atLeast(useProject(project)?.organisation.role, "admin");
  const query = useApiKeys(project);
  const revoke = useRevokeApiKey(project);
  const [adding, setAdding] = useState(false);
  const [revoked, setRevoked] = useState(false);
  const add = admin && (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      New API key
    </Button>
  );
  const hidden = query.data?.some((k) => k.revokedAt) ?? false;
  return (
    <Page title="API keys" about="What programs use to send telemetry and to call the API. A key is shown once and kept as a hash." action={add}>
      <View
        query={query}
        what="Listing API keys"
        loading={<LoadingRows columns={5} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon="key" title="The project has no API key" action={add}>
            Programs need one to send telemetry. It can also be made on the server: <code className="font-mono text-text">platform key create --name collector --scopes ingest</code>
          </Empty>
        }
      >
        {(all) => (
          <Table
            label="API keys"
            columns={columns}
            rows={all.filter((k) => revoked || !k.revokedAt)}
            rowKey={(k) => k.id}
            actions={(k) =>
              admin &&
              !k.revokedAt && (
                <Confirm
                  trigger={<IconButton icon="trash" label={`Revoke ${k.name}`} />}
                  title={`Revoke the key ${k.name}?`}
                  lost={<>Programs that use {k.hint} are refused at once. A revoked key cannot be made valid again.</>}
                  action="Revoke key"
                  run={() => revoke.mutateAsync(k.id)}
                />
              )
            }
          />
        )}
      </View>
      {hidden && <Tick label="Show revoked keys" checked={revoked} onChange={(e) => setRevoked(e.target.checked)} />}
      <KeyDialog project={project} open={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}
