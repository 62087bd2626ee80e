import type { ReactElement } from "react";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { severeErrors, stateOf, type State } from "@/features/gpus/api/state";
import { Badge, type Tone } from "@/ui/status";
import { errorWords, reasonWords } from "./words";

/** How a state is told: a word, a sign for a cell, a tone. */
export const stateLooks: Record<State, { word: string; sign: string; tone: Tone }> = {
  error: { word: "error", sign: "!", tone: "bad" },
  silent: { word: "silent", sign: "?", tone: "off" },
  throttled: { word: "throttled", sign: "▾", tone: "warn" },
  wasted: { word: "idle but allocated", sign: "○", tone: "warn" },
  busy: { word: "busy", sign: "", tone: "ok" },
  free: { word: "free", sign: "", tone: "off" },
};

/** What is to be said about a GPU beyond its numbers. */
export function remarksOf(g: Gpu): string[] {
  return [
    ...severeErrors(g).map(([type, n]) => errorWords(type, n)),
    ...(g.status === "throttled" ? [`throttled${g.throttleReasons.length > 0 ? `: ${g.throttleReasons.map(reasonWords).join(", ")}` : ""}`] : []),
  ];
}

/** The state of a GPU as a word with its sign. */
export function StateBadge({ gpu }: { gpu: Gpu }): ReactElement {
  const { word, sign, tone } = stateLooks[stateOf(gpu)];
  return (
    <Badge tone={tone}>
      {sign && <span aria-hidden="true">{sign}</span>}
      {word}
    </Badge>
  );
}
