import { Link } from "@tanstack/react-router";
import { useState, type ReactElement, type ReactNode } from "react";
import { useGpuUsage, type GpuUsage } from "@/features/gpus/api/get-gpu-usage";
import { useGpuProcesses } from "@/features/gpus/api/list-gpu-processes";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { useKernels, type Kernel } from "@/features/gpus/api/list-kernels";
import { count, withUnit } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import type { Comparison } from "@/lib/time/range";
import { CopyText } from "@/ui/copy";
import { Facts } from "@/ui/facts";
import { SmallSelect } from "@/ui/field";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { BarText } from "./bar-text";
import { nodeOf } from "./fleet";
import { GpuCharts } from "./gpu-charts";
import { measureNames, measures } from "./measures";
import { energy, hours } from "./numbers";
import { ProcessTable } from "./process-table";
import { Since } from "./since";
import { remarksOf, StateBadge } from "./state-sign";

/** Everything about one GPU, for the drawer and, wide, for its own page. */
export function GpuDetail({ gpu, wide = false, compared, tools }: { gpu: Gpu; wide?: boolean; compared?: Comparison | undefined; tools?: ReactNode }): ReactElement {
  return (
    <>
      <Now gpu={gpu} />
      {tools && <div className="-mb-2 flex justify-end">{tools}</div>}
      <GpuCharts gpu={gpu} wide={wide} compared={compared} />
      <Processes gpu={gpu} narrow={!wide} />
      <Kernels gpu={gpu} />
      <What gpu={gpu} compared={compared} />
    </>
  );
}

/** The state and the four measures. */
function Now({ gpu }: { gpu: Gpu }): ReactElement {
  return (
    <div className="flex flex-col gap-2.5">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <StateBadge gpu={gpu} />
        {remarksOf(gpu).join(" · ")}
        <span className="text-muted">
          seen <Ago at={gpu.lastSeen} />
        </span>
      </p>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4">
        {measureNames.map((name) => {
          const [value = "", limit] = measures[name].long(gpu).split(" of ");
          return (
            <div key={name} className="bg-panel px-3 py-2">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="text-lg font-semibold whitespace-nowrap">{value}</dd>
              <dd className="text-xs text-muted">{limit ? `of ${limit}` : "\u00a0"}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

function Processes({ gpu, narrow }: { gpu: Gpu; narrow: boolean }): ReactElement {
  const query = useGpuProcesses(useScope(), useRange(), { gpu: gpu.id, host: gpu.host });
  return (
    <Section title="Processes">
      <View query={query} what="Listing processes" loading={<LoadingRows columns={4} rows={2} />} isEmpty={(all) => all.length === 0} empty={<Nothing>No process used this GPU at the end of the time range.</Nothing>}>
        {(all) => <ProcessTable processes={all} narrow={narrow} />}
      </View>
    </Section>
  );
}

const kernelColumns = (longest: number): Column<Kernel>[] => [
  { name: "Kernel", cell: (k) => <span className="block max-w-72 truncate font-mono text-xs max-sm:max-w-36" title={k.name}>{k.name}</span> },
  { name: "Launches", cell: (k) => count(k.launches), number: true },
  { name: "Time", cell: (k) => <BarText share={longest > 0 ? k.seconds / longest : undefined} text={withUnit(k.seconds, "s")} />, number: true },
  { name: "Mean", cell: (k) => (k.meanSeconds === undefined ? "–" : <span className="whitespace-nowrap">{withUnit(k.meanSeconds, "s")}</span>), number: true, wide: true },
];

function Kernels({ gpu }: { gpu: Gpu }): ReactElement {
  const on = { gpu: gpu.id, host: gpu.host };
  const [pid, setPid] = useState("");
  const query = useKernels(useScope(), useRange(), { ...on, ...(pid && { pid }) });
  const processes = useGpuProcesses(useScope(), useRange(), on).data ?? [];
  const choice = (processes.length > 1 || pid) && (
    <SmallSelect label="Kernels of process" value={pid} onChange={(e) => setPid(e.target.value)} className="max-w-60">
      <option value="">of all processes</option>
      {processes.map((p) => (
        <option key={p.pid} value={p.pid}>
          {p.pid} {p.commandLine || p.executable}
        </option>
      ))}
    </SmallSelect>
  );
  return (
    <Section title="Top CUDA kernels" about="Estimated from launch to synchronization." action={choice}>
      <View
        query={query}
        what="Listing kernels"
        loading={<LoadingRows columns={4} rows={2} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Nothing>
            No kernel launch {pid && `of ${pid} `}was seen. A collector with root on Linux watches them: <code className="font-mono">OTEL_GPU_EBPF_ENABLED=true</code>
          </Nothing>
        }
      >
        {(all) => <Table label="Top CUDA kernels" columns={kernelColumns(Math.max(...all.map((k) => k.seconds)))} rows={all} rowKey={(k) => k.name} />}
      </View>
    </Section>
  );
}

/** What it is, where it is, and what it did in the range. */
function What({ gpu, compared }: { gpu: Gpu; compared: Comparison | undefined }): ReactElement {
  const answer = useGpuUsage(useScope(), useRange(), compared, gpu.id).data;
  const usage = answer?.items.find((u) => u.host === gpu.host);
  const before = compared && answer?.beforeItems?.find((u) => u.host === gpu.host);
  const was = (text: (u: GpuUsage) => string): string => (compared ? ` (before: ${before ? text(before) : "nothing reported"})` : "");
  const told = (name: string, text: (u: GpuUsage) => string): [string, ReactNode][] => (usage ? [[name, text(usage) + was(text)]] : []);
  const used: [string, ReactNode][] = [
    ...told("Hours reported", (u) => hours(u.hours)),
    ...told("Hours allocated", (u) => hours(u.allocatedHours)),
    ...told("Hours lost", (u) => hours(u.lostHours)),
    ...(usage?.idleSince ? [["Idle but allocated", <Since key="idle" at={Date.parse(usage.idleSince)} />] as [string, ReactNode]] : []),
    ...told("Mean utilization", (u) => (u.measuredHours > 0 ? withUnit(u.meanUtilization, "1") : "unknown")),
    ...told("Energy", (u) => `${energy(u.energyJoules)}${u.energyCounted ? "" : ", from power"}`),
  ];
  const errors = Object.entries(gpu.errors).map(([type, n]) => `${type.replaceAll("_", " ")}: ${count(n)}`);
  const facts: [string, ReactNode][] = [
    ["Product", gpu.name],
    ["Id", <CopyText key="id" text={gpu.id} label="Copy id" />],
    ["Node", nodeOf(gpu)],
    ["Host", <HostLink key="host" host={gpu.host} />],
    ["Index", gpu.index],
    ["PCI address", gpu.pciAddress],
    ["Driver", gpu.driver],
    ["MIG profile", gpu.mig],
    ["Part of", gpu.parent],
    ["Cluster", gpu.cluster],
    ["Host type", gpu.type],
    ["Cloud", [gpu.cloudProvider, gpu.region].filter(Boolean).join(" ")],
    ["Pods", gpu.pods.join(", ")],
    ["Errors", errors.join(", ")],
    ...used,
  ];
  return (
    <Section title="About this GPU">
      <Facts of={facts.filter(([, value]) => value !== undefined && value !== "")} />
    </Section>
  );
}

function HostLink({ host }: { host: string }): ReactElement {
  const scope = useScope();
  return (
    <Link to="/p/$project/$environment/hosts/$host" params={{ ...scope, host }} className="text-accent hover:underline">
      {host}
    </Link>
  );
}

function Nothing({ children }: { children: ReactNode }): ReactElement {
  return <p className="rounded-lg border border-dashed border-line-strong px-3 py-3 text-sm text-muted">{children}</p>;
}
