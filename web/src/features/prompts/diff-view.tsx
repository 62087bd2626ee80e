import clsx from "clsx";
import type { ReactElement } from "react";
import { usePromptDiff } from "@/features/prompts/api/look";
import { plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { diffLines, type DiffLine } from "./prompt";

const signs: Record<DiffLine["op"], string> = { same: " ", add: "+", remove: "−" };

/** The lines that changed from one version to another. */
export function DiffView({ prompt, from, to }: { prompt: string; from: string; to: string }): ReactElement {
  const query = usePromptDiff(useScope(), prompt, from, to);
  return (
    <View query={query} what="Comparing versions" loading={<LoadingRows rows={4} columns={1} />}>
      {(diff) => (
        <pre tabIndex={0} aria-label={`Difference from ${from} to ${to}`} className="overflow-x-auto rounded-lg border border-line bg-panel py-2 font-mono text-sm leading-5">
          {diff.changes.every((c) => c.op === "same") && <span className="px-3 text-muted">The texts are the same.</span>}
          {diff.changes.some((c) => c.op !== "same") &&
            diffLines(diff.changes).map((line, i) =>
              typeof line === "number" ? (
                <span key={i} className="block bg-sunken px-3 text-muted">
                  ⋯ {plural(line, "line")} unchanged
                </span>
              ) : (
                <span key={i} className={clsx("block px-3 whitespace-pre-wrap", line.op === "add" && "bg-ok-soft text-ok", line.op === "remove" && "bg-bad-soft text-bad")}>
                  {signs[line.op]} {line.text}
                </span>
              ),
            )}
        </pre>
      )}
    </View>
  );
}
