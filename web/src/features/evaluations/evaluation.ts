import type { EvaluationRun } from "./api/evaluations";

/** What of the evaluations is shown, as it stands in the URL. */
export interface EvaluationsSearch {
  failed?: true; // only runs with findings
  run?: string; // id of the run that is open
}

/** Reads the search of a URL. */
export function readEvaluationsSearch(search: Record<string, unknown>): EvaluationsSearch {
  const out: EvaluationsSearch = {};
  if (search["failed"] === true) out.failed = true;
  if (typeof search["run"] === "string" && search["run"] !== "") out.run = search["run"];
  return out;
}

/** What was found in a run, worst first: the ids of its types. */
export function findingsOf(run: Pick<EvaluationRun, "evaluations">): string[] {
  return run.evaluations
    .filter((v) => v.verdict === "yes")
    .sort((a, b) => b.score - a.score)
    .map((v) => v.type);
}

/** A threshold as somebody types it; "" is the default, undefined is none. */
export function parseThreshold(text: string): number | undefined {
  const n = Number(text);
  return text.trim() !== "" && n >= 0 && n <= 1 ? n : undefined;
}

/** An id for a label: lower case, with underscores. */
export function idOf(label: string): string {
  const id = label.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "");
  return id.slice(0, 64);
}
