import { filterNames, groupNames, type Filter, type GroupName } from "./fleet";
import { measureNames, type MeasureName } from "./measures";

export const processStates = ["running", "sleeping", "zombie", "stopped", "dead", "unknown"] as const;
export type ProcessState = (typeof processStates)[number];

/** What the URL of the fleet says besides the time range. */
export interface GpusSearch extends Filter {
  by?: MeasureName; // colour
  group?: GroupName;
  state?: ProcessState; // of processes
  gpu?: string; // opened
}

function oneOf<T extends string>(value: unknown, all: readonly T[]): T | undefined {
  return all.find((a) => a === value);
}

/** Reads the URL; what it does not know is left out, and so is what holds anyway. */
export function readGpusSearch(search: Record<string, unknown>): GpusSearch {
  const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined);
  const [by, group] = [oneOf(search["by"], measureNames), oneOf(search["group"], groupNames)];
  const found: GpusSearch = {
    ...Object.fromEntries(filterNames.map((name) => [name, text(search[name])])),
    by: by === "utilization" ? undefined : by,
    group: group === "node" ? undefined : group,
    state: oneOf(search["state"], processStates),
    gpu: text(search["gpu"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
