import type { ReactElement } from "react";
import type { Process } from "@/features/gpus/api/list-gpu-processes";
import { withUnit } from "@/lib/format";
import { duration } from "@/lib/time/relative";
import { Badge, type Tone } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { BarText } from "./bar-text";
import { kindName } from "./numbers";
import { ZombieHelp } from "./zombie-help";

const tones: Record<string, Tone> = { running: "ok", sleeping: "off", zombie: "bad", stopped: "warn", dead: "bad" };
const clipped = (text: string | undefined, className: string): ReactElement => (
  <span title={text} className={`block truncate ${className}`}>
    {text || "–"}
  </span>
);

const podOf = (p: Process): string => [p.namespace, p.pod].filter(Boolean).join("/");
const gpuOf = (p: Process): string => `${p.host} · ${p.gpuIndex ?? p.gpu}`;
const commandOf = (p: Process): string => p.commandLine || p.executable || "";

const pid: Column<Process> = { name: "PID", cell: (p) => p.pid, text: (p) => p.pid, number: true };
const command: Column<Process> = { name: "Command line", cell: (p) => clipped(commandOf(p), "max-w-38 min-w-32 font-mono max-sm:max-w-32 max-sm:min-w-20 text-xs 2xl:max-w-72"), text: commandOf };
const wholeCommand: Column<Process> = { name: "Command line", cell: (p) => <span title={commandOf(p)} className="line-clamp-3 max-w-96 min-w-56 max-sm:min-w-32 font-mono text-xs wrap-anywhere">{commandOf(p) || "–"}</span>, text: commandOf };
const owner: Column<Process> = { name: "Owner", cell: (p) => clipped(p.owner || p.ownerId, "max-w-20"), text: (p) => p.owner || p.ownerId || "", wide: true };
const uptime: Column<Process> = { name: "Uptime", cell: (p) => <span className="whitespace-nowrap">{p.uptimeSeconds === undefined ? "–" : duration(p.uptimeSeconds)}</span>, text: (p) => String(p.uptimeSeconds ?? ""), number: true };
const pod: Column<Process> = { name: "Pod", cell: (p) => clipped(podOf(p), "max-w-26 2xl:max-w-40"), text: podOf, wide: true };
const kind: Column<Process> = { name: "Kind", cell: (p) => clipped(p.workloadKind && kindName(p.workloadKind), "max-w-24"), text: (p) => p.workloadKind ?? "", wide: true };
const memory: Column<Process> = { name: "Memory", cell: (p) => <BarText share={p.memoryUtilization} text={p.memoryBytes === undefined ? undefined : withUnit(p.memoryBytes, "By")} bad={p.state === "zombie"} />, text: (p) => String(p.memoryBytes ?? ""), number: true };
const utilization: Column<Process> = { name: "Utilization", cell: (p) => <BarText share={p.utilization} text={p.utilization === undefined ? undefined : `${Math.round(p.utilization * 100)} %`} />, text: (p) => String(p.utilization ?? ""), number: true, wide: true };
const state: Column<Process> = { name: "State", cell: (p) => (p.state ? <Badge tone={tones[p.state] ?? "off"}>{p.state}</Badge> : "–"), text: (p) => p.state ?? "" };
const gpu: Column<Process> = { name: "GPU", cell: (p) => clipped(gpuOf(p), "max-w-28"), text: gpuOf, wide: true };

interface Props {
  processes: Process[];
  triage?: boolean; // zombies: what is needed to find who left them comes first
  narrow?: boolean; // in a drawer
  onOpen?: (process: Process) => void;
}

/** Processes on GPUs. */
export function ProcessTable({ processes, triage = false, narrow = false, onOpen }: Props): ReactElement {
  const long = { ...uptime, wide: true }; // a phone has room for what it holds, not for how long
  const whole = triage ? [wholeCommand, pid, owner, uptime, { ...state, wide: true }, gpu, pod, memory] : [pid, command, owner, pod, kind, memory, utilization, long, state, ...(onOpen ? [gpu] : [])];
  const columns = narrow ? [pid, command, memory, utilization, state] : whole;
  return (
    <div className="text-sm">
      <Table label={triage ? "Zombie processes" : "Processes"} columns={columns} rows={processes} rowKey={(p) => `${p.host} ${p.gpu} ${p.pid}`} onOpen={onOpen} many={50} {...(triage && { actions: (p: Process) => p.state === "zombie" && <ZombieHelp process={p} /> })} {...(!narrow && { tools: triage ? "zombies" : "processes" })} />
    </div>
  );
}
