import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { linesOf, useFleetSeries, type FleetAsk, type FleetLines } from "@/features/gpus/api/query-fleet-series";
import { useHosts, type Host } from "@/features/hosts/api/list-hosts";
import { useReceivers } from "@/features/ingest/api/use-receivers";
import { count } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { useNow } from "@/lib/time/now";
import { rangeName, spanOf } from "@/lib/time/range";
import { Spark } from "@/ui/chart-spark";
import { Meter } from "@/ui/meter";
import { collectorCode, NotSent } from "@/ui/not-sent";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { measuredOf, percent, troubleLooks, troublesOf, type Measured } from "./health";
import { HostCounts } from "./host-counts";
import { HostDrawer } from "./host-drawer";
import { readHostsSearch, troubles, type Trouble } from "./search";

const byHost = { source: "resource" as const, key: "host.name" };
const sparks: FleetAsk[] = [
  { metric: "system.cpu.utilization", by: [byHost] },
  { metric: "system.memory.utilization", by: [byHost] },
  { metric: "system.filesystem.utilization", by: [byHost], across: "max" },
  { metric: "system.network.errors", by: [byHost], aggregation: "increase", across: "sum" },
];

/** A host and what its series say about it. */
interface Row extends Host {
  measured: Measured;
  troubles: Trouble[];
}

function columnsOf(lines: FleetLines[]): Column<Row>[] {
  const measured = (what: string, line: FleetLines | undefined, of: (h: Row) => number | undefined): Column<Row> => ({
    name: what,
    cell: (h) => (
      <span className="inline-flex h-5 items-center gap-3 align-middle">
        <span className="max-sm:hidden">
          <Spark values={line?.of.get(h.name)?.values ?? []} high={1} label={`${what} of ${h.name} over time`} />
        </span>
        <span className="w-11 whitespace-nowrap">{percent(of(h))}</span>
      </span>
    ),
    text: (h) => String(of(h) ?? ""),
    number: true,
  });
  return [
    { name: "Host", cell: (h) => <span className="font-medium whitespace-nowrap">{h.name}</span>, text: (h) => h.name },
    { name: "State", cell: (h) => <States of={h.troubles} />, text: (h) => h.troubles.map((t) => troubleLooks[t].word).join(", ") || "ok" },
    { name: "Type", cell: (h) => <span className="block max-w-32 truncate" title={h.type}>{h.type}</span>, text: (h) => h.type ?? "", wide: true },
    { name: "Cluster", cell: (h) => <span className="whitespace-nowrap">{h.cluster}</span>, text: (h) => h.cluster ?? "", wide: true },
    { name: "GPUs", cell: (h) => h.gpus, text: (h) => String(h.gpus), number: true, wide: true },
    measured("CPU", lines[0], (h) => h.cpuUtilization),
    measured("Memory", lines[1], (h) => h.memoryUtilization),
    { name: "Disk", cell: (h) => <Meter value={h.measured.disk} label={`Fullest filesystem of ${h.name}`} />, text: (h) => String(h.measured.disk ?? ""), number: true, wide: true },
    { name: "Net errors", cell: (h) => (h.measured.networkErrors === undefined ? "–" : count(h.measured.networkErrors)), text: (h) => String(h.measured.networkErrors ?? ""), number: true, wide: true },
    { name: "Last seen", cell: (h) => <Ago at={h.lastSeen} />, text: (h) => h.lastSeen, number: true },
  ];
}

export function HostsPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const query = useHosts(scope, range);
  const series = useFleetSeries(scope, range, sparks);
  const lines = sparks.map((ask, i) => linesOf(series[i]?.data, ask));
  const { host: open, trouble: only } = readHostsSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const { to: end } = spanOf(range, useNow(15_000));
  const rowOf = (h: Host): Row => {
    const measured = measuredOf(h.name, lines[2], lines[3]);
    return { ...h, measured, troubles: troublesOf(h, measured, end) };
  };
  const navigate = useNavigate();
  const show = (host: string | undefined): void => void navigate({ to: ".", search: (before: object) => ({ ...before, host }) });
  return (
    <Page title="Hosts" about={<>Hosts that sent metrics in the {rangeName(range)}, and what is wrong with them.</>}>
      <View
        query={query}
        what="Listing hosts"
        loading={<LoadingRows columns={6} />}
        isEmpty={(all) => all.length === 0}
        empty={<NoHosts />}
      >
        {(all) => (
          <>
            <HostCounts hosts={all.length} counts={countsOf(all.map(rowOf))} only={only} onOnly={(to) => void navigate({ to: ".", search: (before: object) => ({ ...before, trouble: to }), replace: true })} />
            <Table label="Hosts" tools="hosts" columns={columnsOf(lines)} rows={all.map(rowOf).filter((h) => !only || h.troubles.includes(only))} rowKey={(h) => h.name} onOpen={(h) => show(h.name)} />
            <HostDrawer host={all.find((h) => h.name === open)} onClose={() => show(undefined)} />
          </>
        )}
      </View>
    </Page>
  );
}

const countsOf = (rows: Row[]): Record<Trouble, number> => Object.fromEntries(troubles.map((t) => [t, rows.filter((h) => h.troubles.includes(t)).length])) as Record<Trouble, number>;

/** What is wrong with a host, in words. */
function States({ of }: { of: Trouble[] }): ReactElement {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {of.length === 0 && <Badge tone="ok">ok</Badge>}
      {of.map((t) => (
        <Badge key={t} tone={troubleLooks[t].tone}>
          {troubleLooks[t].word}
        </Badge>
      ))}
    </span>
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
