import type { Wire } from "@/lib/api/types";

/** What had been refused at an instant. */
export interface Sample {
  at: number; // ms since 1970
  refused: number; // records and requests, of all signals
}

const kept = 60; // polls: more than the two minutes that count

const samples = new Map<string, Sample[]>();

/** Keeps what a poll said, so that refusals that go on are told from old ones. */
export function remember(project: string, status: Wire<"Status">, at: number): void {
  samples.set(project, [...history(project), { at, refused: refusals(status) }].slice(-kept));
}

/** The last polls of a project, oldest first. */
export function history(project: string): Sample[] {
  return samples.get(project) ?? [];
}

/** How many records and requests were refused since the server started. */
export function refusals(status: Wire<"Status">): number {
  return status.signals.flatMap((s) => [...s.rejected, ...s.refused]).reduce((sum, r) => sum + r.count, 0);
}

/** When the steps of a history ended, in seconds since 1970. */
export function stepEnds({ end, stepSeconds, counts }: Wire<"History">): number[] {
  return counts.map((_, index) => Date.parse(end) / 1000 - (counts.length - 1 - index) * stepSeconds);
}

/** Records per minute over the minute before the end of each step; steps with less than that before them are gaps. */
export function rates({ stepSeconds, counts }: Wire<"History">): (number | null)[] {
  const steps = Math.max(1, Math.round(60 / stepSeconds));
  return counts.map((_, index) => {
    if (index + 1 < steps) return null;
    const minute = counts.slice(index + 1 - steps, index + 1).reduce((sum, n) => sum + n, 0);
    return (minute / (steps * stepSeconds)) * 60;
  });
}
