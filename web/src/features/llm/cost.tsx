import type { ReactElement } from "react";
import { money } from "@/lib/money";
import { percent } from "./numbers";

/** A cost. ≈ says that some of it was computed from the prices of the catalog, because spans told none. */
export function Cost({ cost, computed, known = true }: { cost: number; computed: number; known?: boolean }): ReactElement {
  if (!known) {
    return (
      <span className="text-muted" title="No span tells a cost, and the model has no price in the catalog">
        unknown
      </span>
    );
  }
  if (computed <= 0 || cost <= 0) return <span className="whitespace-nowrap">{money(cost)}</span>;
  const part = computed >= cost ? "Computed from the catalog" : `${percent(computed / cost)} computed from the catalog`;
  return (
    <span className="whitespace-nowrap" title={part}>
      <span className="text-muted" aria-hidden="true">
        ≈{" "}
      </span>
      {money(cost)}
      <span className="sr-only">, {part}</span>
    </span>
  );
}
