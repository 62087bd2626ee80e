import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { useGpuProcesses, type Process } from "@/features/gpus/api/list-gpu-processes";
import { useGpus, type Gpu } from "@/features/gpus/api/list-gpus";
import type { Host } from "@/features/hosts/api/list-hosts";
import { withUnit } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import type { Comparison } from "@/lib/time/range";
import { duration } from "@/lib/time/relative";
import { Facts } from "@/ui/facts";
import { Meter } from "@/ui/meter";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { HostCharts } from "./host-charts";
import { ownPanels, panels } from "./panels";

/** Everything about one host, for its own page. */
export function HostDetail({ host, compared }: { host: Host; compared: Comparison | undefined }): ReactElement {
  return (
    <>
      <HostCharts host={host.name} panels={panels} wide compared={compared} />
      {host.gpus > 0 && <Gpus host={host.name} />}
      {host.gpus > 0 && <Processes host={host.name} />}
      <Section title="Collector" about="What measuring takes on this host.">
        <HostCharts host={host.name} panels={ownPanels} wide compared={compared} />
      </Section>
      <Section title="Resource attributes" about="Of the newest metric.">
        <Facts mono of={Object.entries(host.attributes).sort(([a], [b]) => a.localeCompare(b))} />
      </Section>
    </>
  );
}

const gpuColumns: Column<Gpu>[] = [
  { name: "GPU", cell: (g) => <span className="font-medium">{g.index ?? g.id}</span>, text: (g) => g.index ?? g.id },
  { name: "Product", cell: (g) => g.name ?? "–", text: (g) => g.name ?? "", wide: true },
  { name: "Status", cell: (g) => <Badge tone={g.status === "up" ? "ok" : g.status === "throttled" ? "warn" : g.status === "unknown" ? "off" : "bad"}>{g.status}</Badge>, text: (g) => g.status },
  { name: "Utilization", cell: (g) => <Meter value={g.utilization} label={`Utilization of GPU ${g.index}`} />, text: (g) => String(g.utilization ?? ""), number: true },
  { name: "Memory", cell: (g) => <Meter value={g.memoryUtilization} label={`Memory of GPU ${g.index}`} />, text: (g) => String(g.memoryUtilization ?? ""), number: true },
  { name: "Power", cell: (g) => (g.powerWatts === undefined ? "–" : withUnit(g.powerWatts, "W")), text: (g) => String(g.powerWatts ?? ""), number: true, wide: true },
  { name: "Temperature", cell: (g) => (g.temperatureCelsius === undefined ? "–" : `${Math.round(g.temperatureCelsius)} °C`), text: (g) => String(g.temperatureCelsius ?? ""), number: true, wide: true },
];

function Gpus({ host }: { host: string }): ReactElement {
  const scope = useScope();
  const query = useGpus(scope, useRange());
  const navigate = useNavigate();
  const open = (g: Gpu): void => void navigate({ to: "/p/$project/$environment/gpus/$gpu", params: { ...scope, gpu: g.id }, search: { host: g.host } });
  return (
    <Section
      title="GPUs"
      action={
        <Link to="/p/$project/$environment/gpus" params={scope} search={{ host }} className="text-sm text-accent hover:underline">
          On the GPU page
        </Link>
      }
    >
      <View query={query} what="Listing GPUs" loading={<LoadingRows columns={5} />} isEmpty={(all) => !all.some((g) => g.host === host)} empty={<Nothing>No GPU of this host reported at the end of the time range.</Nothing>}>
        {(all) => <Table label="GPUs" columns={gpuColumns} rows={all.filter((g) => g.host === host)} rowKey={(g) => g.id} onOpen={open} />}
      </View>
    </Section>
  );
}

const processColumns: Column<Process>[] = [
  { name: "PID", cell: (p) => p.pid, number: true },
  { name: "Command line", cell: (p) => <span title={p.commandLine} className="block max-w-80 truncate font-mono text-xs max-sm:max-w-40">{p.commandLine || p.executable || "–"}</span> },
  { name: "Owner", cell: (p) => p.owner || p.ownerId || "–", wide: true },
  { name: "GPU", cell: (p) => p.gpuIndex ?? p.gpu, number: true },
  { name: "GPU memory", cell: (p) => (p.memoryBytes === undefined ? "–" : <span className="whitespace-nowrap">{withUnit(p.memoryBytes, "By")}</span>), number: true },
  { name: "Utilization", cell: (p) => <Meter value={p.utilization} label={`Utilization by ${p.pid}`} />, number: true, wide: true },
  { name: "Uptime", cell: (p) => (p.uptimeSeconds === undefined ? "–" : <span className="whitespace-nowrap">{duration(p.uptimeSeconds)}</span>), number: true, wide: true },
  { name: "State", cell: (p) => <Badge tone={p.state === "zombie" ? "bad" : p.state === "running" ? "ok" : "off"}>{p.state ?? "unknown"}</Badge> },
];

function Processes({ host }: { host: string }): ReactElement {
  const query = useGpuProcesses(useScope(), useRange(), { host });
  return (
    <Section title="Processes on its GPUs">
      <View query={query} what="Listing processes" loading={<LoadingRows columns={6} />} isEmpty={(all) => all.length === 0} empty={<Nothing>No process used a GPU of this host at the end of the time range.</Nothing>}>
        {(all) => <Table label="Processes" columns={processColumns} rows={all} rowKey={(p) => `${p.gpu} ${p.pid}`} />}
      </View>
    </Section>
  );
}

function Nothing({ children }: { children: ReactNode }): ReactElement {
  return <p className="rounded-lg border border-dashed border-line-strong px-3 py-3 text-sm text-muted">{children}</p>;
}
