import type { GpuUsage } from "@/features/gpus/api/get-gpu-usage";
import type { Process } from "@/features/gpus/api/list-gpu-processes";
import type { Gpu } from "@/features/gpus/api/list-gpus";

/** Where a GPU is: its node in a cluster, else its host. */
export const nodeOf = (g: { node?: string; host: string }): string => g.node || g.host;

/** Tells GPUs apart: one that was moved to another host is two. */
export const keyOf = (host: string, id: string): string => `${host}\n${id}`;

/** "gpu-a01 · 3", for people. */
export const nameOf = (g: Gpu): string => `${nodeOf(g)} · ${g.index ?? g.id}`;

export const filterNames = ["cluster", "node", "vendor", "model", "type", "pod"] as const;
export type FilterName = (typeof filterNames)[number];
export type Filter = Partial<Record<FilterName, string>>;

const valuesOf: Record<FilterName, (g: Gpu) => string[]> = {
  cluster: (g) => [g.cluster ?? ""],
  node: (g) => [nodeOf(g)],
  vendor: (g) => [g.vendor ?? ""],
  model: (g) => [g.name ?? ""],
  type: (g) => g.workloadKinds,
  pod: (g) => g.pods,
};

/** The GPUs that have every value of a filter. */
export function choose(gpus: Gpu[], filter: Filter): Gpu[] {
  const wanted = filterNames.filter((name) => filter[name]);
  return gpus.filter((g) => wanted.every((name) => valuesOf[name](g).includes(filter[name] ?? "")));
}

/** What a filter can be set to: the values of GPUs that the other filters leave. */
export function optionsOf(gpus: Gpu[], filter: Filter, name: FilterName): string[] {
  const left = choose(gpus, { ...filter, [name]: undefined });
  const values = new Set(left.flatMap(valuesOf[name]).filter(Boolean));
  const chosen = filter[name];
  if (chosen) values.add(chosen);
  return [...values].sort(byNumber);
}

export const groupNames = ["node", "cluster", "model"] as const;
export type GroupName = (typeof groupNames)[number];

export interface Group {
  name: string;
  gpus: Gpu[];
}

const byNumber = new Intl.Collator("en", { numeric: true }).compare;

/** GPUs by a property, groups and GPUs in the order of their names. */
export function groupBy(gpus: Gpu[], by: GroupName): Group[] {
  const groups = new Map<string, Gpu[]>();
  for (const g of gpus) {
    const name = valuesOf[by](g)[0] || `no ${by}`;
    groups.set(name, [...(groups.get(name) ?? []), g]);
  }
  const order = (a: Gpu, b: Gpu): number => byNumber(nodeOf(a), nodeOf(b)) || byNumber(a.index ?? "", b.index ?? "") || byNumber(a.id, b.id);
  return [...groups].map(([name, all]) => ({ name, gpus: all.sort(order) })).sort((a, b) => byNumber(a.name, b.name));
}

/** The processes that are on some GPUs. */
export function processesOn(processes: Process[], gpus: Gpu[]): Process[] {
  const keys = new Set(gpus.map((g) => keyOf(g.host, g.id)));
  return processes.filter((p) => keys.has(keyOf(p.host, p.gpu)));
}

export interface Sums {
  hours: number;
  allocated: number;
  lost: number;
  joules: number;
  mean: number; // utilization over the hours for which it is known
}

/** The use of some of the GPUs. */
export function usageOf(usage: GpuUsage[], gpus: Gpu[]): GpuUsage[] {
  const keys = new Set(gpus.map((g) => keyOf(g.host, g.id)));
  return usage.filter((u) => keys.has(keyOf(u.host, u.gpu)));
}

/** Use, summed up. */
export function sumsOf(usage: GpuUsage[]): Sums {
  const sums = { hours: 0, allocated: 0, lost: 0, joules: 0, mean: 0 };
  let measured = 0;
  for (const u of usage) {
    sums.hours += u.hours;
    sums.allocated += u.allocatedHours;
    sums.lost += u.lostHours;
    sums.joules += u.energyJoules;
    measured += u.measuredHours;
    sums.mean += u.meanUtilization * u.measuredHours;
  }
  return { ...sums, mean: measured > 0 ? sums.mean / measured : 0 };
}

/** The index of the cell that a key leads to from a cell, when rows of cells lie below each other. */
export function walk(rows: number[], from: number, key: string): number | undefined {
  const total = rows.reduce((a, b) => a + b, 0);
  const clamp = (n: number): number => Math.max(0, Math.min(total - 1, n));
  let row = 0;
  let start = 0;
  while (row < rows.length - 1 && from >= start + (rows[row] ?? 0)) start += rows[row++] ?? 0;
  const column = from - start;
  const inRow = (first: number, length: number): number => first + Math.min(column, length - 1);
  switch (key) {
    case "ArrowRight":
    case "j":
      return clamp(from + 1);
    case "ArrowLeft":
    case "k":
      return clamp(from - 1);
    case "ArrowDown":
      return row + 1 < rows.length ? inRow(start + (rows[row] ?? 0), rows[row + 1] ?? 1) : from;
    case "ArrowUp":
      return row > 0 ? inRow(start - (rows[row - 1] ?? 0), rows[row - 1] ?? 1) : from;
    case "Home":
      return 0;
    case "End":
      return clamp(total - 1);
  }
  return undefined;
}
