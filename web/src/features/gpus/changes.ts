import type { GpuUsage } from "@/features/gpus/api/get-gpu-usage";
import { keyOf } from "./fleet";

/** A GPU that does other things than before. */
export interface Change {
  key: string;
  name: string;
  what: "new" | "gone" | "busier" | "less busy" | "more lost" | "less lost";
  now: GpuUsage | undefined;
  before: GpuUsage | undefined;
  size: number; // to sort by, 0 to 1 and above for GPUs that came or went
}

const small = 0.05; // utilization that is no change
const little = 0.1; // share of hours lost that is none

const lostShare = (u: GpuUsage): number => (u.hours > 0 ? u.lostHours / u.hours : 0);

/** What changed between two ranges, the largest change first. */
export function changesOf(now: GpuUsage[], before: GpuUsage[], nameBy: (u: GpuUsage) => string): Change[] {
  const earlier = new Map(before.map((u) => [keyOf(u.host, u.gpu), u]));
  const found: Change[] = [];
  for (const u of now) {
    const key = keyOf(u.host, u.gpu);
    const was = earlier.get(key);
    earlier.delete(key);
    if (!was) {
      found.push({ key, name: nameBy(u), what: "new", now: u, before: undefined, size: 2 });
      continue;
    }
    const use = u.measuredHours > 0 && was.measuredHours > 0 ? u.meanUtilization - was.meanUtilization : 0;
    const lost = lostShare(u) - lostShare(was);
    const size = Math.max(Math.abs(use), Math.abs(lost));
    const common = { key, name: nameBy(u), now: u, before: was, size };
    if (Math.abs(lost) > little && Math.abs(lost) >= Math.abs(use)) found.push({ ...common, what: lost > 0 ? "more lost" : "less lost" });
    else if (Math.abs(use) > small) found.push({ ...common, what: use > 0 ? "busier" : "less busy" });
  }
  for (const [key, u] of earlier) found.push({ key, name: nameBy(u), what: "gone", now: undefined, before: u, size: 3 });
  return found.sort((a, b) => b.size - a.size || a.name.localeCompare(b.name, "en", { numeric: true }));
}
