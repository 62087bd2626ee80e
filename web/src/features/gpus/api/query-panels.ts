import { useManySeries, type Ask, type Owner } from "@/features/gpus/api/query-series";
import type { Scope } from "@/lib/api/types";
import { backBy, type Comparison, type RangeSearch } from "@/lib/time/range";
import type { PanelAnswers } from "@/ui/chart-panels";

/** A chart: one metric, or several of the same unit. */
export interface Panel {
  title: string;
  asks: Ask[];
  names?: string[]; // of lines that nothing splits, one for each ask
  always?: boolean; // has its place also while nothing is known
}

/** What is known of panels: answers in the range, and in the one that it is compared with. */
export function usePanels(scope: Scope, range: RangeSearch, owner: Owner, panels: Panel[], compared: Comparison | undefined): { panels: PanelAnswers[]; error: unknown; retry: () => void } {
  const asks = panels.flatMap((p) => p.asks);
  const now = useManySeries(scope, range, owner, asks);
  const past = useManySeries(scope, range, owner, compared ? asks : [], compared);
  const answers = panels.map((panel): PanelAnswers => {
    const own = panel.asks.map((ask) => asks.indexOf(ask));
    return { ...panel, now: own.map((i) => now[i]?.data), past: compared && own.map((i) => past[i]?.data), back: compared && backBy(range, compared), loading: own.some((i) => now[i]?.isPending) };
  });
  const broken = now.find((q) => q.isError && q.data === undefined);
  return { panels: answers, error: broken?.error, retry: () => now.forEach((q) => void q.refetch()) };
}
