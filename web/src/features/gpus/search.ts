import { countedNames, type Counted } from "@/features/gpus/api/state";
import { readComparison, type Comparison } from "@/lib/time/range";
import { filterNames, groupNames, type Filter, type GroupName } from "./fleet";
import { measureNames, type MeasureName } from "./measures";

export const processStates = ["running", "sleeping", "zombie", "stopped", "dead", "unknown"] as const;
export type ProcessState = (typeof processStates)[number];

/** What the URL of the fleet says besides the time range. */
export interface GpusSearch extends Filter {
  is?: Counted; // only GPUs that are
  by?: MeasureName; // colour
  group?: GroupName;
  state?: ProcessState; // of processes
  gpu?: string; // opened
  host?: string; // of several GPUs with the same id, whose is opened; alone, whose are shown
  view?: View;
  compare?: Comparison; // with which range
}

/** What is shown of each GPU: its numbers at the end of the range, or small lines of the whole range. */
export const views = ["now", "series"] as const;
export type View = (typeof views)[number];

/** Whether only some of the GPUs are shown. */
export const isFiltered = (search: GpusSearch): boolean => search.is !== undefined || filterNames.some((name) => search[name]);

function oneOf<T extends string>(value: unknown, all: readonly T[]): T | undefined {
  return all.find((a) => a === value);
}

/** Reads the URL; what it does not know is left out, and so is what holds anyway. */
export function readGpusSearch(search: Record<string, unknown>): GpusSearch {
  const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined);
  const [by, group] = [oneOf(search["by"], measureNames), oneOf(search["group"], groupNames)];
  const found: GpusSearch = {
    ...Object.fromEntries(filterNames.map((name) => [name, text(search[name])])),
    is: oneOf(search["is"], countedNames),
    by: by === "utilization" ? undefined : by,
    group: group === "node" ? undefined : group,
    state: oneOf(search["state"], processStates),
    gpu: text(search["gpu"]),
    host: text(search["host"]),
    view: oneOf(search["view"], views.slice(1)),
    ...readComparison(search),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** What the URL of one GPU says besides the time range. */
export interface GpuSearch {
  host?: string; // of several GPUs with the same id, whose
  compare?: Comparison;
}

export function readGpuSearch(search: Record<string, unknown>): GpuSearch {
  return { ...(typeof search["host"] === "string" && { host: search["host"] }), ...readComparison(search) };
}
