import type { FleetLines } from "@/features/gpus/api/query-fleet-series";
import type { Host } from "@/features/hosts/api/list-hosts";
import type { Tone } from "@/ui/status";
import { troubles, type Trouble } from "./search";

export const troubleLooks: Record<Trouble, { word: string; tone: Tone; about: string }> = {
  silent: { word: "silent", tone: "bad", about: "It reported in the time range and not in its last ten minutes" },
  disk: { word: "disk nearly full", tone: "bad", about: "A filesystem is filled to nine tenths or more" },
  memory: { word: "memory nearly full", tone: "warn", about: "Nine tenths of the memory or more are used" },
  network: { word: "network errors", tone: "warn", about: "Network interfaces counted errors in the time range" },
};

const recent = 10 * 60_000; // ms: what is older is not how a host is, as the server sees it
const full = 0.9;

/** What the numbers of a host's series say about it. */
export interface Measured {
  disk: number | undefined; // the fullest filesystem, 0 to 1
  networkErrors: number | undefined; // in the range
}

/** Reads the fullest filesystem and the network errors of a host. */
export function measuredOf(host: string, disks: FleetLines | undefined, errors: FleetLines | undefined): Measured {
  const counted = errors?.of.get(host)?.values;
  return { disk: disks?.of.get(host)?.last, networkErrors: counted?.reduce((sum: number, n) => sum + (n ?? 0), 0) };
}

/** What is wrong with a host at the end of a range, in ms since 1970. */
export function troublesOf(host: Host, { disk, networkErrors }: Measured, end: number): Trouble[] {
  const has: Record<Trouble, boolean> = {
    silent: end - Date.parse(host.lastSeen) > recent,
    disk: (disk ?? 0) >= full,
    memory: (host.memoryUtilization ?? 0) >= full,
    network: (networkErrors ?? 0) > 0,
  };
  return troubles.filter((t) => has[t]);
}

/** A share as people read it; absent is a dash. */
export const percent = (share: number | undefined): string => (share === undefined ? "–" : `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`);
