import type { ReactElement } from "react";
import { history, rates } from "@/features/ingest/api/history";
import { Chart } from "@/ui/chart";
import { Panel, Section } from "@/ui/page";

const signals = ["traces", "logs", "metrics"];
const shortest = 5 * 60_000; // ms; the axis is at least this long

/** Records per minute since this page was opened: what the polls of the ingest status saw. */
export function RateChart({ project }: { project: string }): ReactElement {
  const samples = history(project);
  const to = samples.at(-1)?.at ?? shortest;
  const from = Math.min(samples[0]?.at ?? to, to - shortest);
  return (
    <Section title="Records per minute" about="Over the minute before each instant, drawn since this page was opened. Drag to zoom, double-click for all.">
      <Panel className="p-2">
        <Chart label="Records per minute by signal" times={samples.map((s) => s.at / 1000)} series={signals.map((name) => ({ name, values: rates(samples, name) }))} unit="" height={150} span={{ from, to }} />
      </Panel>
    </Section>
  );
}
