import type { ReactElement } from "react";
import type { GpuUsage } from "@/features/gpus/api/get-gpu-usage";
import { Section } from "@/ui/page";
import { Table, type Column } from "@/ui/table";
import { changesOf, type Change } from "./changes";
import { energy, hours } from "./numbers";

const percent = (share: number | undefined): string => (share === undefined ? "–" : `${(share * 100).toFixed(0)} %`);

/** How a number changed, with both of its values. */
function Delta({ by, text }: { by: string; text: string }): ReactElement {
  return (
    <span className="whitespace-nowrap">
      <span className="font-medium">{by}</span> <span className="text-xs text-muted max-sm:hidden">{text}</span>
    </span>
  );
}

const signed = (n: number, unit: string, digits = 0): string => `${n > 0 ? "+" : n < 0 ? "−" : "±"}${Math.abs(n).toFixed(digits)} ${unit}`;
const points = (c: Change): string => (c.now?.measuredHours && c.before?.measuredHours ? signed(((c.now?.meanUtilization ?? 0) - (c.before?.meanUtilization ?? 0)) * 100, "pp") : "–");
const utilization = (c: Change): string => `${percent(c.before?.meanUtilization)} → ${percent(c.now?.meanUtilization)}`;
const lost = (c: Change): number => (c.now?.lostHours ?? 0) - (c.before?.lostHours ?? 0);
const lostText = (c: Change): string => `${hours(c.before?.lostHours ?? 0)} → ${hours(c.now?.lostHours ?? 0)}`;
const energyText = (c: Change): string => `${c.before ? energy(c.before.energyJoules) : "–"} → ${c.now ? energy(c.now.energyJoules) : "–"}`;

const columns: Column<Change>[] = [
  { name: "GPU", cell: (c) => <span className="font-medium whitespace-nowrap">{c.name}</span>, text: (c) => c.name },
  { name: "Change", cell: (c) => c.what, text: (c) => c.what },
  { name: "Mean utilization", cell: (c) => <Delta by={points(c)} text={utilization(c)} />, text: utilization, number: true },
  { name: "Lost hours", cell: (c) => <Delta by={signed(lost(c), "h", 1)} text={lostText(c)} />, text: lostText, number: true },
  { name: "Energy", cell: (c) => <span className="whitespace-nowrap">{energyText(c)}</span>, text: energyText, number: true, wide: true },
];

/** Which GPUs do other things than in the range that is compared with. */
export function ChangesTable({ now, before, nameBy, onOpen }: { now: GpuUsage[]; before: GpuUsage[]; nameBy: (u: GpuUsage) => string; onOpen: (u: GpuUsage) => void }): ReactElement {
  const changes = changesOf(now, before, nameBy);
  return (
    <Section title="What changed" about={changes.length > 0 ? "GPUs that came, went, or whose use or waste is another; the largest change first." : "Every GPU did about the same: within 5 points of utilization and a tenth of its hours lost."}>
      {changes.length > 0 && (
        <div className="text-sm">
          <Table label="What changed" columns={columns} rows={changes} rowKey={(c) => c.key} onOpen={(c) => (c.now ?? c.before) && onOpen((c.now ?? c.before) as GpuUsage)} many={50} tools="gpu-changes" />
        </div>
      )}
    </Section>
  );
}
