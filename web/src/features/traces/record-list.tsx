import { useState, type ReactElement } from "react";
import type { Records } from "@/features/traces/api/count-values";
import { searchSpans, searchTraces, type SpanRow, type TraceRow } from "@/features/traces/api/search-traces";
import { count, plural } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { filterBody } from "@/lib/telemetry/filter";
import { usePages } from "@/lib/telemetry/use-pages";
import { rangeName, spanOf } from "@/lib/time/range";
import { Button } from "@/ui/button";
import { LongTable } from "@/ui/long-table";
import { Failed, LoadingRows } from "@/ui/states";
import { spanColumns, traceColumns } from "./columns";
import { Nothing } from "./nothing";
import { useTracesSearch } from "./use-search";

/** The traces or spans that are found, read page by page as the reader scrolls. */
export function RecordList({ records }: { records: Records }): ReactElement {
  const range = useRange();
  const days = dayLong(range);
  return records.roots ? (
    <List key="traces" records={records} name="traces" fetch={searchTraces} columns={(longest) => traceColumns(longest, days)} idOf={traceId} openOf={openTrace} />
  ) : (
    <List key="spans" records={records} name="spans" fetch={searchSpans} columns={(longest) => spanColumns(longest, days)} idOf={spanId} openOf={openSpan} />
  );
}

const traceId = (t: TraceRow): string => t.traceId + (t.rootSpanId ?? "");
const spanId = (s: SpanRow): string => s.traceId + s.spanId;
const openTrace = (t: TraceRow): Opened => ({ trace: t.traceId, span: undefined });
const openSpan = (s: SpanRow): Opened => ({ trace: s.traceId, span: s.spanId });
const dayLong = (range: ReturnType<typeof useRange>): boolean => {
  const { from, to } = spanOf(range, 0);
  return to - from > 24 * 3_600_000;
};

interface Opened {
  trace: string;
  span: string | undefined;
}

interface Props<T> {
  records: Records;
  name: "traces" | "spans";
  fetch: (...search: Parameters<typeof searchTraces>) => Parameters<typeof usePages<T>>[0]["fetch"];
  columns: (longest: number) => Parameters<typeof LongTable<T>>[0]["columns"];
  idOf: (record: T) => string;
  openOf: (record: T) => Opened;
}

function List<T extends { start: string; durationNs: number }>({ records, name, fetch, columns, idOf, openOf }: Props<T>): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { search, change } = useTracesSearch();
  const [top, setTop] = useState(true);
  const slowest = search.order === "slowest";
  const { text = "" } = records;
  const { query, rows, waiting, overflow, restart } = usePages<T>({
    key: [name, scope, filterBody(records.filters), text, slowest, records.rootless],
    range,
    fetch: fetch(scope, { filters: records.filters, text, slowest, rootless: records.rootless }),
    idOf,
    before: (a, b) => (a.start < b.start ? 1 : a.start > b.start ? -1 : 0),
    live: !slowest,
    follow: top,
  });
  if (query.data === undefined) {
    return query.isError ? <Failed what={`Listing ${name}`} error={query.error} retry={() => void query.refetch()} /> : <LoadingRows columns={5} rows={12} />;
  }
  if (rows.length === 0) return <Nothing records={records} what={name} />;
  const longest = Math.max(...rows.map((r) => r.durationNs), 1);
  const opened = rows.find((r) => openOf(r).trace === search.trace && (name === "traces" || openOf(r).span === search.span));
  const foot = query.isFetchNextPageError ? (
    <Button kind="quiet" icon="refresh" onClick={() => void query.fetchNextPage()}>
      Reading more failed. Try again
    </Button>
  ) : query.hasNextPage ? (
    "Reading more…"
  ) : slowest ? (
    `The ${plural(rows.length, name.slice(0, -1))} that took longest in the ${rangeName(range)}.`
  ) : (
    `All ${count(rows.length)} ${name} of the ${rangeName(range)}.`
  );
  return (
    <div className="relative">
      {(overflow || waiting > 0) && (
        <Button
          icon="refresh"
          className="absolute top-10 left-1/2 z-20 -translate-x-1/2 shadow-pop"
          onClick={() => {
            if (overflow) restart();
            setTop(true);
          }}
        >
          {overflow ? "Many" : count(waiting)} new
        </Button>
      )}
      <LongTable
        label={name === "traces" ? "Traces" : "Spans"}
        tools={name}
        columns={columns(longest)}
        rows={rows}
        rowKey={idOf}
        open={opened && idOf(opened)}
        onOpen={(r) => change({ ...openOf(r), find: text || undefined })}
        onEnd={() => query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError && void query.fetchNextPage()}
        onTop={setTop}
        foot={foot}
        faded={query.isPlaceholderData}
      />
    </div>
  );
}
