import type { ReactElement, ReactNode } from "react";
import { useRestoreSecret } from "@/features/vault/api/change-secret";
import type { Secret } from "@/features/vault/api/list-secrets";
import { useVersions, type SecretVersion } from "@/features/vault/api/list-versions";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { Confirm } from "@/ui/confirm";
import { Drawer } from "@/ui/drawer";
import { Facts } from "@/ui/facts";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { useNames } from "@/features/vault/api/people";
import { Reveal } from "./reveal";
import { UsageTable } from "./usage-table";

/** One secret: its value on request, its versions, and who read it. */
export function SecretDrawer({ secret, admin, action, onClose }: { secret: Secret | undefined; admin: boolean; action: ReactNode; onClose: () => void }): ReactElement {
  return (
    <Drawer open={secret !== undefined} onClose={onClose} title={secret?.key ?? ""}>
      {secret && <Detail key={secret.id} secret={secret} admin={admin} action={action} />}
    </Drawer>
  );
}

function Detail({ secret, admin, action }: { secret: Secret; admin: boolean; action: ReactNode }): ReactElement {
  const nameOf = useNames(useScope().project);
  const facts: [string, ReactNode][] = [
    ["Tags", secret.tags.join(", ") || "–"],
    ["Version", secret.version],
    ["Created", <Who key="c" at={secret.createdAt} by={nameOf(secret.createdBy)} />],
    ["Changed", <Who key="u" at={secret.updatedAt} by={nameOf(secret.updatedBy)} />],
    ["Last read", <Ago key="r" at={secret.lastReadAt} />],
  ];
  return (
    <>
      <Facts of={facts} />
      {admin && <Reveal key={secret.version} secret={secret.id} name={secret.key} />}
      {action && <div className="flex gap-2">{action}</div>}
      <Section title="Versions" about="The newest 50 are kept.">
        <Versions secret={secret} admin={admin} />
      </Section>
      <Section title="Usage" about="Who read or changed it, newest first.">
        <UsageTable secret={secret.id} />
      </Section>
    </>
  );
}

function Who({ at, by }: { at: string; by: string }): ReactElement {
  return (
    <>
      <Ago at={at} /> by {by}
    </>
  );
}

function Versions({ secret, admin }: { secret: Secret; admin: boolean }): ReactElement {
  const scope = useScope();
  const nameOf = useNames(scope.project);
  const query = useVersions(scope, secret.id);
  const restore = useRestoreSecret(scope, secret.id);
  const columns: Column<SecretVersion>[] = [
    {
      name: "Version",
      cell: (v) => (
        <span className="inline-flex items-center gap-2">
          {v.version}
          {v.version === secret.version && <Badge tone="ok">newest</Badge>}
          {v.restoredFrom && <span className="text-xs text-muted">value of {v.restoredFrom}</span>}
        </span>
      ),
    },
    { name: "Made", cell: (v) => <Who at={v.createdAt} by={nameOf(v.createdBy)} /> },
  ];
  return (
    <View query={query} what="Listing versions" loading={<LoadingRows rows={1} columns={2} />}>
      {(all) => (
        <Table
          label="Versions"
          columns={columns}
          rows={all}
          rowKey={(v) => String(v.version)}
          actions={(v) =>
            admin &&
            v.version !== secret.version && (
              <Confirm
                trigger={
                  <Button kind="quiet" className="h-6.5" aria-label={`Restore version ${v.version}`}>
                    Restore
                  </Button>
                }
                title={`Restore version ${v.version} of ${secret.key}?`}
                lost={<>Applications get its value at their next read, as version {secret.version + 1}. The value of now stays as version {secret.version}.</>}
                action="Restore version"
                run={() => restore.mutateAsync(v.version)}
              />
            )
          }
        />
      )}
    </View>
  );
}
