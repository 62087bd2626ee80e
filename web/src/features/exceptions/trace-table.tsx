import type { ReactElement } from "react";
import { useTraces, type Trace } from "@/features/exceptions/api/list-traces";
import type { ExceptionGroup } from "@/features/exceptions/api/search-exceptions";
import type { Scope } from "@/lib/api/types";
import { count, plural, withUnit } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { TraceLink } from "./occurrence-table";

const columnsOf = (scope: Scope, narrow: boolean): Column<Trace>[] => [
  { name: "Trace", cell: (t) => <TraceLink scope={scope} trace={t.traceId} /> },
  { name: "Began with", cell: (t) => <Root trace={t} narrow={narrow} /> },
  ...(narrow ? [] : [{ name: "Spans", cell: (t: Trace) => count(t.spans), number: true, wide: true }]),
  { name: "Failed", cell: (t) => count(t.errors), number: true, wide: true },
  { name: "Took", cell: (t) => <span className="whitespace-nowrap">{withUnit(t.durationNs / 1e9, "s")}</span>, number: true },
  { name: "Started", cell: (t) => <Ago at={t.start} />, number: true, wide: narrow },
];

/** Traces in which a group occurred. */
export function Traces({ group, narrow = false }: { group: ExceptionGroup; narrow?: boolean }): ReactElement {
  const scope = useScope();
  const query = useTraces(scope, group);
  const some = group.traceIds.length < group.traces;
  return (
    <Section title="Traces behind it" about={some ? `${group.traceIds.length} of ${plural(group.traces, "trace")}.` : undefined}>
      <View query={query} what="Listing traces" loading={<LoadingRows columns={4} rows={2} />} isEmpty={(all) => all.length === 0} empty={<p className="text-sm text-muted">No occurrence names a trace that is kept.</p>}>
        {(all) => (
          <div className="text-sm">
            <Table label="Traces behind it" columns={columnsOf(scope, narrow)} rows={all} rowKey={(t) => t.traceId} />
          </div>
        )}
      </View>
    </Section>
  );
}

function Root({ trace, narrow }: { trace: Trace; narrow: boolean }): ReactElement {
  return (
    <span title={`${trace.rootService} ${trace.rootName}`} className={`block truncate ${narrow ? "max-w-40" : "max-w-96 max-sm:max-w-40"}`}>
      <span className="text-muted">{trace.rootService}</span> {trace.rootName}
    </span>
  );
}
