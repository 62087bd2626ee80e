import type { ReactElement } from "react";
import { change } from "@/lib/change";
import { withUnit } from "@/lib/format";
import type { Comparison } from "@/lib/time/range";
import { Figures } from "@/ui/figures";
import { CompareSelect } from "@/ui/compare";
import { Section } from "@/ui/page";
import type { Sums } from "./fleet";
import { energy, hours } from "./numbers";

const names: Record<Comparison, string> = { before: "the range of the same length before it", "1d": "a day earlier", "7d": "a week earlier" };

interface Props {
  sums: Sums;
  before: Sums | undefined; // of the same GPUs
  range: string;
  compared: Comparison | undefined;
  compare: (to: Comparison | undefined) => void;
}

/** What the chosen GPUs did in the range: use, waste, energy; next to an earlier range. */
export function UsagePanel({ sums, before, range, compared, compare }: Props): ReactElement {
  const was = before && before.hours > 0 ? before : undefined;
  const figures: [string, string, string][] = [
    ["Mean utilization", withUnit(sums.mean, "1"), was ? change(sums.mean, was.mean) : ""],
    ["GPU-hours", hours(sums.hours), was ? change(sums.hours, was.hours) : ""],
    ["Allocated", `${hours(sums.allocated)} h`, was ? change(sums.allocated, was.allocated) : ""],
    ["Lost", `${hours(sums.lost)} h`, was ? change(sums.lost, was.lost) : ""],
    ["Energy", energy(sums.joules), was ? change(sums.joules, was.joules) : ""],
  ];
  const words = was ? `, with the change from ${names[compared ?? "before"]}` : `; nothing was reported in ${names[compared ?? "before"]}`;
  return (
    <Section title="Use and waste" about={`In the ${range}${words}. Lost: allocated, and below 5 % utilization.`} action={<CompareSelect compared={compared} compare={compare} />}>
      <Figures columns={5} of={figures.map(([name, value, by]) => ({ name, value, by }))} />
    </Section>
  );
}
