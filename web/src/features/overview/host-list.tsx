import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useHosts, type Host } from "@/features/hosts/api/list-hosts";
import type { Scope } from "@/lib/api/types";
import { useRange } from "@/lib/scope";
import { rangeName } from "@/lib/time/range";
import { Meter } from "@/ui/meter";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";

const columns: Column<Host>[] = [
  { name: "Host", cell: (h) => <span className="font-medium">{h.name}</span> },
  { name: "GPUs", cell: (h) => h.gpus, number: true },
  { name: "CPU", cell: (h) => <Meter value={h.cpuUtilization} label={`CPU of ${h.name}`} />, number: true },
  { name: "Memory", cell: (h) => <Meter value={h.memoryUtilization} label={`Memory of ${h.name}`} />, number: true },
  { name: "Last seen", cell: (h) => <Ago at={h.lastSeen} />, number: true },
];

const most = 8;

/** The hosts that send, latest first. */
export function HostList({ scope }: { scope: Scope }): ReactElement {
  const range = useRange();
  const query = useHosts(scope, range);
  const navigate = useNavigate();
  const to = "/p/$project/$environment/hosts";
  return (
    <Section
      title="Hosts"
      about={`Sent metrics of ${scope.environment} in the ${rangeName(range)}.`}
      action={
        <Link to={to} params={scope} className="text-sm text-accent hover:underline">
          All hosts{query.data ? ` (${query.data.length})` : ""}
        </Link>
      }
    >
      <View
        query={query}
        what="Listing hosts"
        loading={<LoadingRows columns={5} rows={2} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon="hosts" title={`No host of ${scope.environment} reported in the ${rangeName(range)}`}>
            What arrives comes from programs or from another environment. A collector on a host sends its metrics.
          </Empty>
        }
      >
        {(all) => (
          <Table
            label="Hosts"
            columns={columns}
            rows={[...all].sort((a, b) => b.lastSeen.localeCompare(a.lastSeen)).slice(0, most)}
            rowKey={(h) => h.name}
            onOpen={(h) => void navigate({ to, params: scope, search: (before: object) => ({ ...before, host: h.name }) })}
          />
        )}
      </View>
    </Section>
  );
}
