import type { ReactElement, ReactNode } from "react";
import type { GpuUsage } from "@/features/gpus/api/get-gpu-usage";
import type { Process } from "@/features/gpus/api/list-gpu-processes";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { useFleetSeries } from "@/features/gpus/api/query-fleet-series";
import { severeErrors, type Counted } from "@/features/gpus/api/state";
import { withUnit } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { Section } from "@/ui/page";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { sinceAsks, sinceBy } from "./findings";
import { keyOf, nameOf } from "./fleet";
import { hours } from "./numbers";
import { Since } from "./since";
import { errorWords, reasonWords } from "./words";

export type Finding = Exclude<Counted, "busy">;

/** What a table of such GPUs is called, says of each, and calls the time that it knows. */
const looks: Record<Finding, { title: string; about: string; what: string; since: string; of: (g: Gpu) => string }> = {
  wasted: {
    title: "Idle but allocated",
    about: "Somebody holds these GPUs and they do nothing: who, since when, and the GPU-hours that were lost in the time range. Most lost first.",
    what: "Holds",
    since: "Idle for",
    of: (g) => (g.memoryUsedBytes === undefined ? "a process" : `${withUnit(g.memoryUsedBytes, "By")} at ${Math.round((g.utilization ?? 0) * 100)} %`),
  },
  throttled: { title: "Throttled", about: "These GPUs run slower than they could: why, and since when.", what: "Why", since: "Throttled for", of: (g) => g.throttleReasons.map(reasonWords).join(", ") || "the GPU tells no reason" },
  error: { title: "Errors", about: "Errors that hurt work, counted in the time range, and how long ago the last one was.", what: "What", since: "Last one", of: (g) => severeErrors(g).map(([type, n]) => errorWords(type, n)).join(", ") },
  silent: { title: "Silent", about: "They reported in the time range and not in its last ten minutes: the host or its collector stopped, or the GPU is gone.", what: "What", since: "Last seen", of: (g) => severeErrors(g).map(([type, n]) => errorWords(type, n)).join(", ") || "no report" },
};

interface Props {
  is: Finding;
  gpus: Gpu[];
  usage: GpuUsage[];
  processes: Process[];
  onOpen: (gpu: Gpu) => void;
}

/** GPUs that something is wrong with: what, since when, and for whom they work. */
export function FindingsTable({ is, gpus, usage, processes, onOpen }: Props): ReactElement {
  const ask = sinceAsks[is];
  const [answer] = useFleetSeries(useScope(), useRange(), ask ? [ask] : []);
  const { title, about, what, since, of } = looks[is];
  const used = new Map(usage.map((u) => [keyOf(u.host, u.gpu), u]));
  const began = sinceBy(is, answer?.data);
  const step = answer?.data ? answer.data.stepSeconds * 1000 : 60_000;
  const on = (g: Gpu): Process[] => processes.filter((p) => p.host === g.host && p.gpu === g.id);
  const key = (g: Gpu): string => keyOf(g.host, g.id);
  const at = (g: Gpu): number | undefined => {
    if (is === "silent") return Date.parse(g.lastSeen);
    const idle = used.get(key(g))?.idleSince;
    return is === "wasted" ? (idle ? Date.parse(idle) : undefined) : began.get(key(g));
  };
  const lost = (g: Gpu): number => used.get(key(g))?.lostHours ?? 0;
  const columns: Column<Gpu>[] = [
    { name: "GPU", cell: (g) => <span className="font-medium whitespace-nowrap">{nameOf(g)}</span>, text: nameOf },
    { name: since, cell: (g) => <When at={at(g)} once={is === "error" || is === "silent"} step={step} loading={is === "wasted" ? used.size === 0 : answer?.isPending === true} />, text: (g) => (at(g) === undefined ? "" : new Date(at(g) ?? 0).toISOString()) },
    ...(is === "wasted" ? [{ name: "Lost", cell: (g: Gpu) => <span className="whitespace-nowrap">{hours(lost(g))} h</span>, text: (g: Gpu) => String(lost(g)), number: true }] : []),
    { name: what, cell: (g) => <span className="line-clamp-2 min-w-24" title={of(g)}>{of(g)}</span>, text: of, wide: is === "wasted" },
    ...(is === "silent" ? [] : holders(on)),
  ];
  const rows = is === "wasted" ? gpus.toSorted((a, b) => lost(b) - lost(a)) : gpus;
  return (
    <Section title={title} about={about}>
      <div className="text-sm">
        <Table label={title} columns={columns} rows={rows} rowKey={key} onOpen={onOpen} many={50} tools={`gpus-${is}`} />
      </div>
    </Section>
  );
}

/** When something was once, or since when it holds. */
function When({ at, once, step, loading }: { at: number | undefined; once: boolean; step: number; loading: boolean }): ReactElement {
  if (at !== undefined) return once ? <Ago at={new Date(at).toISOString()} /> : <Since at={at} step={step} />;
  return <span className="text-muted">{loading ? "…" : "under a minute"}</span>;
}

/** Who a GPU works for: the process that holds most of its memory, and how many more there are. */
function holders(on: (g: Gpu) => Process[]): Column<Gpu>[] {
  const first = (g: Gpu): Process | undefined => on(g)[0];
  const clipped = (text: string | undefined, className: string, more: ReactNode = null): ReactElement => (
    <span title={text} className={`block truncate ${className}`}>
      {text || "–"}
      {more}
    </span>
  );
  const command = (g: Gpu): string => first(g)?.commandLine || first(g)?.executable || "";
  const owner = (g: Gpu): string => first(g)?.owner || first(g)?.ownerId || "";
  const pod = (g: Gpu): string => g.pods.join(", ");
  const others = (g: Gpu): ReactNode => on(g).length > 1 && <span className="font-sans text-muted"> and {on(g).length - 1} more</span>;
  return [
    { name: "Owner", cell: (g) => clipped(owner(g), "max-w-24"), text: owner },
    { name: "Pod", cell: (g) => clipped(pod(g), "max-w-40"), text: pod, wide: true },
    { name: "Command line", cell: (g) => clipped(command(g), "max-w-56 font-mono text-xs max-sm:max-w-24", others(g)), text: command },
    { name: "PID", cell: (g) => first(g)?.pid ?? "–", text: (g) => first(g)?.pid ?? "", number: true, wide: true },
  ];
}
