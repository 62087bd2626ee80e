import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { Occurrence } from "@/features/exceptions/api/list-occurrences";
import type { Scope } from "@/lib/api/types";
import { useScope } from "@/lib/scope";
import { instant } from "@/lib/time/relative";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";

const clipped = (text: string, className: string): ReactElement => (
  <span title={text} className={`block truncate ${className}`}>
    {text || "–"}
  </span>
);

const time: Column<Occurrence> = { name: "Time", cell: (o) => <time dateTime={o.at} className="whitespace-nowrap">{instant(Date.parse(o.at))}</time>, text: (o) => o.at };
const service: Column<Occurrence> = { name: "Service", cell: (o) => clipped(o.service, "max-w-32"), text: (o) => o.service, wide: true };
const name: Column<Occurrence> = { name: "In", cell: (o) => clipped(o.name ?? "", "max-w-40"), text: (o) => o.name ?? "", wide: true };
const message: Column<Occurrence> = { name: "Message", cell: (o) => clipped(o.message, "max-w-96"), text: (o) => o.message };
const shortMessage: Column<Occurrence> = { ...message, cell: (o) => clipped(o.message, "max-w-32") };
const teller: Column<Occurrence> = { name: "Told by", cell: (o) => <Badge tone="off">{o.recordedBy}</Badge>, text: (o) => o.recordedBy, wide: true };
const trace = (scope: Scope): Column<Occurrence> => ({ name: "Trace", cell: (o) => (o.traceId ? <TraceLink scope={scope} trace={o.traceId} span={o.spanId} /> : <span className="text-muted">none</span>), text: (o) => o.traceId ?? "" });

interface Props {
  occurrences: Occurrence[];
  narrow?: boolean; // in a drawer
  onOpen: (occurrence: Occurrence) => void;
}

/** When and where an exception occurred, newest first; opening one shows its stack trace. */
export function OccurrenceTable({ occurrences, narrow = false, onOpen }: Props): ReactElement {
  const scope = useScope();
  const columns = narrow ? [time, shortMessage, trace(scope)] : [time, service, name, message, teller, trace(scope)];
  return (
    <div className="text-sm">
      <Table label="Occurrences" tools={narrow ? undefined : "occurrences"} columns={columns} rows={occurrences} rowKey={(o) => `${o.at} ${o.spanId} ${o.recordedBy}`} onOpen={onOpen} />
    </div>
  );
}

/** The way to a trace, at one of its spans. */
export function TraceLink({ scope, trace, span }: { scope: Scope; trace: string; span?: string }): ReactElement {
  return (
    <Link to="/p/$project/$environment/traces/$trace" params={{ ...scope, trace }} search={{ span }} className="font-mono text-xs text-accent hover:underline" title={trace}>
      {trace.slice(0, 8)}
    </Link>
  );
}
