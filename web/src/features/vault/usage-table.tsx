import type { ReactElement } from "react";
import { useUsage, type UsageFilter, type VaultEvent } from "@/features/vault/api/list-usage";
import { useNames } from "@/features/vault/api/people";
import { useScope } from "@/lib/scope";
import { Button } from "@/ui/button";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { deed } from "./secret";

const any: UsageFilter = {};

/** Who read or changed what: of one secret, or of the vault. */
export function UsageTable({ secret, filter = any, tools }: { secret?: string; filter?: UsageFilter; tools?: string }): ReactElement {
  const scope = useScope();
  const nameOf = useNames(scope.project);
  const query = useUsage(scope, secret, filter);
  const who = (e: VaultEvent): string => (e.userId || e.apiKeyId ? nameOf(e.userId || e.apiKeyId || "") : e.action === "use" ? "the server" : "a command on the server");
  const from = (e: VaultEvent): string => [e.source, e.address].filter(Boolean).join(" · ");
  const columns: Column<VaultEvent>[] = [
    { name: "When", cell: (e) => <Ago at={e.at} />, text: (e) => e.at },
    { name: "Who", cell: who, text: who },
    { name: "Did", cell: (e) => <span title={e.keys.join("\n")}>{deed(e)}</span>, text: deed },
    { name: "From", cell: (e) => <span className="text-muted">{from(e)}</span>, text: from, wide: true },
  ];
  const narrowed = filter.key || filter.action || filter.by;
  return (
    <View
      query={query}
      what="Listing usage"
      loading={<LoadingRows columns={3} />}
      isEmpty={(all) => all.length === 0}
      empty={<Empty icon="clock" title={narrowed ? "Nothing in the log is like that" : "Nothing was read or changed yet"} />}
    >
      {(all) => (
        <>
          <Table label="Usage log" columns={columns} rows={all} rowKey={(e) => e.id} {...(tools && { tools })} />
          {query.hasNextPage && (
            <Button kind="quiet" className="self-start" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show older entries
            </Button>
          )}
        </>
      )}
    </View>
  );
}
