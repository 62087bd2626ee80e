import type { ReactElement } from "react";
import type { SignalStatus } from "@/features/ingest/api/get-ingest-status";
import { stateOf } from "@/features/ingest/api/summary";
import { count, rate } from "@/lib/format";
import { useNow } from "@/lib/time/now";
import { Badge, Dot } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";

const columns: Column<SignalStatus>[] = [
  { name: "Signal", cell: (s) => <span className="font-medium">{s.signal}</span> },
  { name: "State", cell: (s) => <SignalState status={s} /> },
  { name: "Last received", cell: (s) => <Ago at={s.lastReceived} />, number: true },
  { name: "Per minute", cell: (s) => rate(s.perMinute), number: true },
  { name: "Stored", cell: (s) => count(s.accepted), number: true, wide: true },
  { name: "Refused, and why", cell: (s) => <Refusals status={s} />, wide: true },
];

/** What arrives of each signal. Counts are since the server started. */
export function SignalTable({ signals }: { signals: SignalStatus[] }): ReactElement {
  return <Table label="Signals" columns={columns} rows={signals} rowKey={(s) => s.signal} />;
}

function SignalState({ status }: { status: SignalStatus }): ReactElement {
  const state = stateOf(status.lastReceived, useNow(5000));
  const tones = { receiving: "ok", late: "warn", nothing: "off", refusing: "bad", unknown: "off" } as const;
  const words = { receiving: "receiving", late: "quiet", nothing: "nothing yet", refusing: "refused", unknown: "unknown" };
  return (
    <Badge tone={tones[state]}>
      <Dot tone={tones[state]} />
      {words[state]}
    </Badge>
  );
}

function Refusals({ status }: { status: SignalStatus }): ReactElement {
  const all = [...status.rejected.map((r) => ({ ...r, what: "records" })), ...status.refused.map((r) => ({ ...r, what: "requests" }))];
  if (all.length === 0) return <span className="text-muted">none</span>;
  return (
    <ul className="text-sm">
      {all.map((r) => (
        <li key={r.what + r.reason}>
          <span className="font-medium text-bad">
            {count(r.count)} {r.what}
          </span>{" "}
          {r.reason}
        </li>
      ))}
    </ul>
  );
}
