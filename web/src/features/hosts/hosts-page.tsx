import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { linesOf, useFleetSeries, type FleetAsk, type FleetLines } from "@/features/gpus/api/query-fleet-series";
import { useHosts, type Host } from "@/features/hosts/api/list-hosts";
import { useReceivers } from "@/features/ingest/api/use-receivers";
import { plural } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { rangeName } from "@/lib/time/range";
import { Spark } from "@/ui/chart-spark";
import { Meter } from "@/ui/meter";
import { collectorCode, NotSent } from "@/ui/not-sent";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { HostDrawer } from "./host-drawer";

const byHost = { source: "resource" as const, key: "host.name" };
const sparks: FleetAsk[] = [
  { metric: "system.cpu.utilization", by: [byHost] },
  { metric: "system.memory.utilization", by: [byHost] },
];

function columnsOf(lines: FleetLines[]): Column<Host>[] {
  const measured = (what: string, line: FleetLines | undefined, of: (h: Host) => number | undefined): Column<Host> => ({
    name: what,
    cell: (h) => (
      <span className="inline-flex h-5 items-center gap-3 align-middle">
        <span className="max-sm:hidden">
          <Spark values={line?.of.get(h.name)?.values ?? []} high={1} label={`${what} of ${h.name} over time`} />
        </span>
        <Meter value={of(h)} label={`${what} of ${h.name}`} />
      </span>
    ),
    text: (h) => String(of(h) ?? ""),
    number: true,
  });
  return [
    { name: "Host", cell: (h) => <span className="font-medium whitespace-nowrap">{h.name}</span>, text: (h) => h.name },
    { name: "Type", cell: (h) => <span className="block max-w-36 truncate" title={h.type}>{h.type}</span>, text: (h) => h.type ?? "", wide: true },
    { name: "Cluster", cell: (h) => <span className="whitespace-nowrap">{h.cluster}</span>, text: (h) => h.cluster ?? "", wide: true },
    { name: "CPUs", cell: (h) => h.cpus ?? "–", text: (h) => String(h.cpus ?? ""), number: true, wide: true },
    { name: "GPUs", cell: (h) => h.gpus, text: (h) => String(h.gpus), number: true },
    measured("CPU", lines[0], (h) => h.cpuUtilization),
    measured("Memory", lines[1], (h) => h.memoryUtilization),
    { name: "Last seen", cell: (h) => <Ago at={h.lastSeen} />, text: (h) => h.lastSeen, number: true },
  ];
}

export function HostsPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const query = useHosts(scope, range);
  const series = useFleetSeries(scope, range, sparks);
  const lines = sparks.map((ask, i) => linesOf(series[i]?.data, ask));
  const { host: open } = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = (host: string | undefined): void => void navigate({ to: ".", search: (before: object) => ({ ...before, host }) });
  return (
    <Page title="Hosts" about={<>Hosts that sent metrics in the {rangeName(range)}{query.data ? `: ${plural(query.data.length, "host")}` : ""}.</>}>
      <View
        query={query}
        what="Listing hosts"
        loading={<LoadingRows columns={6} />}
        isEmpty={(all) => all.length === 0}
        empty={<NoHosts />}
      >
        {(all) => (
          <>
            <Table label="Hosts" tools="hosts" columns={columnsOf(lines)} rows={all} rowKey={(h) => h.name} onOpen={(h) => show(h.name)} />
            <HostDrawer host={all.find((h) => h.name === open)} onClose={() => show(undefined)} />
          </>
        )}
      </View>
    </Page>
  );
}

function NoHosts(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { grpc } = useReceivers(scope);
  return (
    <NotSent
      icon="hosts"
      title={`No host of ${scope.environment} reported in the ${rangeName(range)}`}
      scope={scope}
      code={collectorCode(grpc)}
    >
      Choose a longer time range, or start a collector on a host:
    </NotSent>
  );
}
