import type { ReactElement } from "react";
import type { Totals } from "@/features/gpus/api/get-gpu-usage";
import { change } from "@/lib/change";
import { withUnit } from "@/lib/format";
import { Figures } from "@/ui/figures";
import { Section } from "@/ui/page";
import type { Sums } from "./fleet";
import { energy, hours } from "./numbers";

/** What the fleet did in the range: use, waste, energy; next to the range before where it is the same fleet. */
export function UsagePanel({ sums, before, range }: { sums: Sums; before: Totals | undefined; range: string }): ReactElement {
  const figures: [string, string, string][] = [
    ["Mean utilization", withUnit(sums.mean, "1"), before ? change(sums.mean, before.meanUtilization) : ""],
    ["GPU-hours", hours(sums.hours), before ? change(sums.hours, before.hours) : ""],
    ["Allocated", `${hours(sums.allocated)} h`, before ? change(sums.allocated, before.allocatedHours) : ""],
    ["Lost", `${hours(sums.lost)} h`, before ? change(sums.lost, before.lostHours) : ""],
    ["Energy", energy(sums.joules), before ? change(sums.joules, before.energyJoules) : ""],
  ];
  const compared = figures.some(([, , by]) => by);
  return (
    <Section title="Use and waste" about={`In the ${range}${compared ? ", with the change from the range of the same length before it" : ""}. Lost: allocated, and below 5 % utilization.`}>
      <Figures columns={5} of={figures.map(([name, value, by]) => ({ name, value, by }))} />
    </Section>
  );
}
