import { rate } from "@/lib/format";
import { duration } from "@/lib/time/relative";
import type { SignalStatus } from "./get-ingest-status";
import type { Sample } from "./history";

export type State = "receiving" | "refusing" | "late" | "nothing" | "unknown";

/** Whether data arrives, in a word and a sentence. */
export interface Summary {
  state: State;
  text: string;
  why: string;
}

// Collectors send every minute unless told otherwise: two misses are late.
const lateAfter = 150_000; // ms

/** Says how one signal, or the latest of several, is doing. */
export function stateOf(lastReceived: string | null | undefined, now: number): State {
  if (!lastReceived) return "nothing";
  return now - Date.parse(lastReceived) > lateAfter ? "late" : "receiving";
}

/** Sums up the signals of a project. samples are the last polls: refusals that still go on count, old ones do not. */
export function summarise(signals: SignalStatus[], samples: Sample[], now: number): Summary {
  const last = signals.map((s) => s.lastReceived ?? "").reduce((a, b) => (a > b ? a : b), "");
  const state = stateOf(last, now);
  const refused = recentlyRefused(samples, now);
  const reasons = [...new Set(signals.flatMap((s) => [...s.refused, ...s.rejected]).map((r) => r.reason))];
  if (refused && state !== "receiving") return { state: "refusing", text: "refused", why: `What arrives is refused: ${reasons.join(", ")}.` };
  if (state === "nothing") return { state, text: "nothing yet", why: "Nothing has arrived in this project." };
  if (state === "late") {
    const age = duration((now - Date.parse(last)) / 1000);
    return { state, text: `late ${age}`, why: `The last record arrived ${age} ago. Is the sender still running?` };
  }
  const perMinute = rate(signals.reduce((sum, s) => sum + s.perMinute, 0));
  const also = refused ? ` Some of it is refused: ${reasons.join(", ")}.` : "";
  return { state, text: `receiving ${perMinute}/min`, why: `${perMinute} records per minute over the last five minutes.${also}` };
}

function recentlyRefused(samples: Sample[], now: number): boolean {
  const recent = samples.filter((s) => now - s.at < 120_000);
  return (recent.at(-1)?.refused ?? 0) > (recent[0]?.refused ?? 0);
}
