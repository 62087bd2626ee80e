import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { comparisons, readComparison, type Comparison } from "@/lib/time/range";
import { SmallSelect } from "./field";

/** What the range of the URL is compared with, and what changes it. */
export function useComparison(): { compared: Comparison | undefined; compare: (to: Comparison | undefined) => void } {
  const { compare: compared } = readComparison(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  return { compared, compare: (to) => void navigate({ to: ".", search: (before: object) => ({ ...before, compare: to }), replace: true }) };
}

const names: Record<Comparison, string> = { before: "the range before", "1d": "a day earlier", "7d": "a week earlier" };

/** Chooses what charts are compared with. */
export function CompareSelect({ compared, compare }: { compared: Comparison | undefined; compare: (to: Comparison | undefined) => void }): ReactElement {
  return (
    <label className="flex items-center gap-1.5 text-sm text-muted">
      compare with
      <SmallSelect label="Compare with" value={compared ?? ""} onChange={(e) => compare((e.target.value || undefined) as Comparison | undefined)} className={compared ? "border-accent bg-accent-soft" : ""}>
        <option value="">nothing</option>
        {comparisons.map((c) => (
          <option key={c} value={c}>
            {names[c]}
          </option>
        ))}
      </SmallSelect>
    </label>
  );
}
