import type { ReactElement } from "react";
import { useUsage, type VaultEvent } from "@/features/vault/api/list-usage";
import { useScope } from "@/lib/scope";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { useNames } from "@/features/vault/api/people";
import { deed } from "./secret";

/** Who read or changed what: of one secret, or of the vault. */
export function UsageTable({ secret }: { secret?: string }): ReactElement {
  const scope = useScope();
  const nameOf = useNames(scope.project);
  const query = useUsage(scope, secret);
  const columns: Column<VaultEvent>[] = [
    { name: "When", cell: (e) => <Ago at={e.at} /> },
    { name: "Who", cell: (e) => (e.userId || e.apiKeyId ? nameOf(e.userId || e.apiKeyId || "") : e.action === "use" ? "the server" : "a command on the server") },
    { name: "Did", cell: (e) => <span title={e.keys.join("\n")}>{deed(e)}</span> },
    { name: "From", cell: (e) => <span className="text-muted">{[e.source, e.address].filter(Boolean).join(" · ")}</span>, wide: true },
  ];
  return (
    <View query={query} what="Listing usage" loading={<LoadingRows columns={3} />} isEmpty={(all) => all.length === 0} empty={<Empty icon="clock" title="Nothing was read or changed yet" />}>
      {(all) => <Table label="Usage log" columns={columns} rows={all} rowKey={(e) => e.id} />}
    </View>
  );
}
