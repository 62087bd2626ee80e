import type { Gpu } from "./list-gpus";

/** The one thing to know first about a GPU; the worst that holds. */
export type State = "error" | "silent" | "throttled" | "wasted" | "busy" | "free";

/** Utilization below which an allocated GPU does nothing: the server's default. */
const idleBelow = 0.05;

/** Whether an error hurts work. Corrected ones and replays are told, not alarmed about. */
export const isSevere = (type: string): boolean => !/corrected|replay/.test(type) || /uncorrected/.test(type);

export function severeErrors(g: Gpu): [string, number][] {
  return Object.entries(g.errors).filter(([type]) => isSevere(type));
}

function isWasted(g: Gpu): boolean {
  return g.allocated === true && g.utilization !== undefined && g.utilization < idleBelow;
}

/** It reported in the range, and nothing in its last ten minutes. */
function isSilent(g: Gpu): boolean {
  return g.utilization === undefined && g.powerWatts === undefined && g.memoryUsedBytes === undefined;
}

export function stateOf(g: Gpu): State {
  if (severeErrors(g).length > 0) return "error";
  if (isSilent(g)) return "silent";
  if (g.status === "throttled") return "throttled";
  if (isWasted(g)) return "wasted";
  return (g.utilization ?? 0) >= idleBelow ? "busy" : "free";
}

/** What a fleet is counted by. A GPU that is throttled is also busy, or not; one that fell off the bus has an error and is silent. */
export const counts = {
  busy: (g: Gpu) => (g.utilization ?? 0) >= idleBelow,
  wasted: isWasted,
  throttled: (g: Gpu) => g.status === "throttled",
  error: (g: Gpu) => severeErrors(g).length > 0,
  silent: isSilent,
};
export type Counted = keyof typeof counts;
export const countedNames = Object.keys(counts) as Counted[];

/** How many GPUs of a fleet are what. */
export function summarize(gpus: Gpu[]): Record<Counted, number> {
  return Object.fromEntries(countedNames.map((name) => [name, gpus.filter(counts[name]).length])) as Record<Counted, number>;
}
