import type { EvaluationRun } from "./api/evaluations";

/** What of the evaluations is shown, as it stands in the URL. */
export interface EvaluationsSearch {
  failed?: true; // only runs with findings
  run?: string; // id of the result that is open
  of?: string; // only results of the run that an application called so
}

/** Reads the search of a URL. */
export function readEvaluationsSearch(search: Record<string, unknown>): EvaluationsSearch {
  const out: EvaluationsSearch = {};
  if (search["failed"] === true) out.failed = true;
  for (const name of ["run", "of"] as const) {
    const value = search[name];
    if ((typeof value === "string" && value !== "") || typeof value === "number") out[name] = String(value);
  }
  return out;
}

/** What was found in a run, worst first: the ids of its types. */
export function findingsOf(run: Pick<EvaluationRun, "evaluations">): string[] {
  return run.evaluations
    .filter((v) => v.verdict === "yes")
    .sort((a, b) => b.score - a.score)
    .map((v) => v.type);
}

/** How often each type was found in results, the most frequent first. */
export function ratesOf(runs: Pick<EvaluationRun, "evaluations">[]): { type: string; found: number; of: number }[] {
  const rates = new Map<string, { type: string; found: number; of: number }>();
  for (const { type, verdict } of runs.flatMap((r) => r.evaluations)) {
    const rate = rates.get(type) ?? { type, found: 0, of: 0 };
    rates.set(type, { type, found: rate.found + Number(verdict === "yes"), of: rate.of + 1 });
  }
  return [...rates.values()].sort((a, b) => b.found / b.of - a.found / a.of || a.type.localeCompare(b.type));
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
