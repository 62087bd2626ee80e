import type { SpanRow, TraceRow } from "@/features/traces/api/search-traces";
import { count } from "@/lib/format";
import type { LongColumn } from "@/ui/long-table";
import { Duration, Failures, Rootless, Service, Started } from "./cells";

const seconds = (ns: number): string => String(ns / 1e9);

/** The columns of a list of traces; longest is the duration of a full bar, in ns. */
export function traceColumns(longest: number, days: boolean): LongColumn<TraceRow>[] {
  return [
    { name: "Started", width: days ? 128 : 84, small: days ? 120 : 80, cell: (t) => <Started at={t.start} days={days} />, text: (t) => t.start },
    {
      name: "Operation",
      cell: (t) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <span className={`${t.rootReceived ? "max-w-[45%]" : "max-w-[28%]"} shrink-0 max-sm:hidden`}>
            <Service name={t.rootService} />
          </span>
          <span className="truncate font-medium">{t.rootName}</span>
          {!t.rootReceived && <Rootless />}
        </span>
      ),
      text: (t) => `${t.rootService} ${t.rootName}`,
    },
    { name: "Duration", width: 170, small: 72, number: true, cell: (t) => <Duration ns={t.durationNs} share={t.durationNs / longest} failed={t.errors > 0} />, text: (t) => seconds(t.durationNs) },
    { name: "Spans", width: 64, number: true, wide: true, cell: (t) => count(t.spans), text: (t) => String(t.spans) },
    { name: "Errors", width: 64, small: 52, number: true, cell: (t) => <Failures count={t.errors} />, text: (t) => String(t.errors) },
    { name: "Services", width: 76, number: true, wide: true, cell: (t) => <span title={t.services.join(", ")}>{t.services.length}</span>, text: (t) => t.services.join(" ") },
    { name: "Trace id", width: 84, wide: true, cell: (t) => <code className="font-mono text-xs text-muted">{t.traceId.slice(0, 8)}</code>, text: (t) => t.traceId },
  ];
}

/** The columns of a list of spans. */
export function spanColumns(longest: number, days: boolean): LongColumn<SpanRow>[] {
  return [
    { name: "Started", width: days ? 128 : 84, small: days ? 120 : 80, cell: (s) => <Started at={s.start} days={days} />, text: (s) => s.start },
    { name: "Service", width: 160, wide: true, cell: (s) => <Service name={s.service} />, text: (s) => s.service },
    { name: "Name", cell: (s) => <span className={s.status === "Error" ? "font-medium text-bad" : "font-medium"}>{s.name}</span>, text: (s) => s.name },
    { name: "Kind", width: 84, wide: true, cell: (s) => <span className="text-muted">{s.kind}</span>, text: (s) => s.kind },
    { name: "Duration", width: 170, small: 72, number: true, cell: (s) => <Duration ns={s.durationNs} share={s.durationNs / longest} failed={s.status === "Error"} />, text: (s) => seconds(s.durationNs) },
    { name: "Status", width: 72, wide: true, cell: (s) => (s.status === "Error" ? <span className="text-bad" title={s.statusMessage}>Error</span> : <span className="text-muted">{s.status}</span>), text: (s) => s.status },
  ];
}
