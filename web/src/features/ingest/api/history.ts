import type { Wire } from "@/lib/api/types";

/** What had been stored of each signal at an instant. */
export interface Sample {
  at: number; // ms since 1970
  accepted: Record<string, number>;
  refused: number; // records and requests, of all signals
}

const kept = 720; // an hour of polls

const samples = new Map<string, Sample[]>();

/** Keeps what a poll said, so that rates can be drawn from when the page was opened. */
export function remember(project: string, status: Wire<"Status">, at: number): void {
  const accepted = Object.fromEntries(status.signals.map((s) => [s.signal, s.accepted]));
  samples.set(project, [...history(project), { at, accepted, refused: refusals(status) }].slice(-kept));
}

/** The polls of a project since the page was opened, oldest first. */
export function history(project: string): Sample[] {
  return samples.get(project) ?? [];
}

/** How many records and requests were refused since the server started. */
export function refusals(status: Wire<"Status">): number {
  return status.signals.flatMap((s) => [...s.rejected, ...s.refused]).reduce((sum, r) => sum + r.count, 0);
}

/**
 * Records per minute of a signal at each sample, over the minute before it. A restart of the server, which
 * counts from zero again, and the first sample are gaps.
 */
export function rates(all: Sample[], signal: string): (number | null)[] {
  return all.map((sample, index) => {
    const before = all.slice(0, index).find((s) => sample.at - s.at <= 61_000);
    const gained = before && (sample.accepted[signal] ?? 0) - (before.accepted[signal] ?? 0);
    return before && gained !== undefined && gained >= 0 ? (gained / (sample.at - before.at)) * 60_000 : null;
  });
}
