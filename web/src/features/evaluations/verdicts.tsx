import type { ReactElement } from "react";
import type { EvaluationRun } from "@/features/evaluations/api/evaluations";
import { Badge } from "@/ui/status";

type Verdict = EvaluationRun["evaluations"][number];

/** What was said of each type: its score, and why. */
export function Verdicts({ of, label }: { of: Verdict[]; label: (type: string) => string }): ReactElement {
  return (
    <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
      {of.map((v) => (
        <li key={v.type} className="flex flex-col gap-1 px-3 py-2">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={v.verdict === "yes" ? "bad" : "ok"}>{v.verdict === "yes" ? "found" : "not found"}</Badge>
            <span className="font-medium">{label(v.type)}</span>
            <span className="text-sm text-muted">{v.classification}</span>
            <span className="ml-auto text-sm tabular-nums" title="score from 0 to 1">
              {v.score.toFixed(2)}
            </span>
          </div>
          <div aria-hidden="true" className="h-1 overflow-hidden rounded bg-sunken">
            <div className={v.verdict === "yes" ? "h-full bg-bad" : "h-full bg-ok"} style={{ width: `${Math.round(v.score * 100)}%` }} />
          </div>
          {v.explanation && <p className="text-sm break-words whitespace-pre-wrap">{v.explanation}</p>}
        </li>
      ))}
    </ul>
  );
}
