import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useHosts, type Host } from "@/features/hosts/api/list-hosts";
import { plural } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { rangeName } from "@/lib/time/range";
import { buttonLook } from "@/ui/button";
import { CodeBlock } from "@/ui/copy";
import { Meter } from "@/ui/meter";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { HostDrawer } from "./host-drawer";

const columns: Column<Host>[] = [
  { name: "Host", cell: (h) => <span className="font-medium">{h.name}</span>, text: (h) => h.name },
  { name: "Type", cell: (h) => h.type ?? "", text: (h) => h.type ?? "", wide: true },
  { name: "Cluster", cell: (h) => h.cluster ?? "", text: (h) => h.cluster ?? "", wide: true },
  { name: "CPUs", cell: (h) => h.cpus ?? "–", text: (h) => String(h.cpus ?? ""), number: true, wide: true },
  { name: "GPUs", cell: (h) => h.gpus, text: (h) => String(h.gpus), number: true },
  { name: "CPU", cell: (h) => <Meter value={h.cpuUtilization} label={`CPU of ${h.name}`} />, text: (h) => String(h.cpuUtilization ?? ""), number: true },
  { name: "Memory", cell: (h) => <Meter value={h.memoryUtilization} label={`Memory of ${h.name}`} />, text: (h) => String(h.memoryUtilization ?? ""), number: true },
  { name: "Last seen", cell: (h) => <Ago at={h.lastSeen} />, text: (h) => h.lastSeen, number: true },
];

export function HostsPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const query = useHosts(scope, range);
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
        empty={
          <Empty
            icon="hosts"
            title={`No host of ${scope.environment} reported in the ${rangeName(range)}`}
            action={
              <Link to="/p/$project/$environment/send" params={scope} className={buttonLook("primary")}>
                Send data
              </Link>
            }
          >
            Choose a longer time range, or start a collector on a host:
            <div className="mt-3 text-left text-text">
              <CodeBlock label="Start a collector" text={`OTEL_EXPORTER_OTLP_ENDPOINT=http://${window.location.hostname}:4317 \\\nOTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20YOUR_API_KEY" \\\n  collector`} />
            </div>
          </Empty>
        }
      >
        {(all) => (
          <>
            <Table label="Hosts" tools="hosts" columns={columns} rows={all} rowKey={(h) => h.name} onOpen={(h) => show(h.name)} />
            <HostDrawer host={all.find((h) => h.name === open)} onClose={() => show(undefined)} />
          </>
        )}
      </View>
    </Page>
  );
}
