import type { ReactElement } from "react";
import type { SignalStatus } from "@/features/ingest/api/get-ingest-status";
import { rates, stepEnds } from "@/features/ingest/api/history";
import { Chart } from "@/ui/chart";
import { Panel, Section } from "@/ui/page";

const hour = 3_600_000; // ms

/** Records per minute over the last hour, as the server counted them. */
export function RateChart({ signals }: { signals: SignalStatus[] }): ReactElement {
  const first = signals[0]?.history;
  const to = first ? Date.parse(first.end) : hour;
  return (
    <Section title="Records per minute" about="Over the minute before each instant, of the last hour or since the server started. Drag to zoom, double-click for all.">
      <Panel className="p-2">
        <Chart label="Records per minute by signal" times={first ? stepEnds(first) : []} series={signals.map((s) => ({ name: s.signal, values: rates(s.history) }))} additive unit="" height={150} span={{ from: to - hour, to }} />
      </Panel>
    </Section>
  );
}
