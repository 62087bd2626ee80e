import type { ExceptionGroup } from "@/features/exceptions/api/search-exceptions";
import type { Usage } from "@/features/gpus/api/get-gpu-usage";
import type { Process } from "@/features/gpus/api/list-gpu-processes";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import type { Prompt } from "@/features/llm/api/list-prompts";
import type { Scope } from "@/lib/api/types";
import { count, plural, withUnit } from "@/lib/format";
import { money } from "@/lib/money";
import { duration } from "@/lib/time/relative";
import type { Answer } from "./finding";

const most = 3; // examples
const hour = 3600; // s

/** Which GPUs were held by a process and did nothing for most of the time. gpus tell their places on their nodes. */
export function idleGpus(scope: Scope, { items, totals }: Usage, gpus: Gpu[]): Answer | string {
  if (items.length === 0) return "No GPU reported.";
  const idle = items.filter((u) => u.lostHours > u.hours / 2).sort((a, b) => b.lostHours - a.lostHours);
  if (idle.length === 0) return `None: ${plural(items.length, "GPU")}, used ${withUnit(totals.meanUtilization, "1")} of the time.`;
  const places = new Map(gpus.map((g) => [`${g.host}\n${g.id}`, g.index]));
  return {
    figure: count(idle.length),
    about: `of ${plural(items.length, "GPU")}: a process held them and used them below 5 % most of the time. ${withUnit(totals.lostShare, "1")} of all GPU-hours were lost so.`,
    rows: idle.slice(0, most).map((u) => ({
      key: u.host + u.gpu,
      name: `${u.node || u.host} · ${places.get(`${u.host}\n${u.gpu}`) ?? u.gpu}`,
      value: `${duration(u.lostHours * hour)} lost`,
      way: { to: "/p/$project/$environment/gpus/$gpu", params: { ...scope, gpu: u.gpu }, search: { host: u.host } as never },
    })),
  };
}

/** Which processes have ended and still hold a GPU. */
export function zombies(scope: Scope, processes: Process[]): Answer | string {
  const found = processes.filter((p) => p.state === "zombie");
  if (found.length === 0) return processes.length === 0 ? "No process used a GPU at the end of the time range." : `None of ${plural(processes.length, "process", "processes")} on GPUs.`;
  return {
    figure: count(found.length),
    about: `${found.length === 1 ? "process has" : "processes have"} ended and still ${found.length === 1 ? "holds" : "hold"} a GPU.`,
    rows: found.slice(0, most).map((p) => ({
      key: `${p.host} ${p.pid} ${p.gpu}`,
      name: p.commandLine || p.executable || "a process without a name",
      value: `pid ${p.pid} on ${p.host}`,
      way: { to: "/p/$project/$environment/gpus", params: scope, search: { state: "zombie" } as never },
    })),
  };
}

/** Which prompts cost most, all calls of the same words together. */
export function dearPrompts(scope: Scope, prompts: Prompt[]): Answer | string {
  const [first] = prompts;
  if (!first) return "No call that cost something tells what was asked.";
  return {
    figure: money(first.cost),
    about: `went to one prompt, in ${plural(first.calls, "call")}.`,
    rows: prompts.slice(0, most).map((p) => ({
      key: p.text,
      name: p.text.slice(0, 200),
      value: `${money(p.cost)} in ${plural(p.calls, "call")}`,
      way: { to: "/p/$project/$environment/traces/$trace", params: { ...scope, trace: p.dearestCall.traceId }, search: { span: p.dearestCall.spanId } as never },
    })),
  };
}

/** What fails most often. */
export function failures(scope: Scope, groups: ExceptionGroup[]): Answer | string {
  if (groups.length === 0) return "No exception arrived.";
  const all = groups.reduce((sum, g) => sum + g.count, 0);
  return {
    figure: count(all),
    about: `${all === 1 ? "exception" : "exceptions"} of ${plural(groups.length, "kind")}.`,
    rows: groups.slice(0, most).map((g) => ({
      key: g.id,
      name: [g.type, g.message].filter(Boolean).join(": ") || "without a type",
      value: `${count(g.count)} in ${g.services.length > 1 ? plural(g.services.length, "service") : g.services[0] || "no service"}`,
      way: { to: "/p/$project/$environment/exceptions/$group", params: { ...scope, group: g.id } },
    })),
  };
}
