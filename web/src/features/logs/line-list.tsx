import { Link } from "@tanstack/react-router";
import { useState, type ReactElement, type UIEvent } from "react";
import { useReceivers } from "@/features/ingest/api/use-receivers";
import { searchBody, searchLogs, type Log, type Search } from "@/features/logs/api/search-logs";
import { useAttributeKeys } from "@/features/traces/api/list-attribute-keys";
import { count, plural } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { keyText, writeFilters } from "@/lib/telemetry/filter";
import { useFilters } from "@/lib/telemetry/use-filters";
import { usePages } from "@/lib/telemetry/use-pages";
import { rangeName, spanOf } from "@/lib/time/range";
import { Button, buttonLook } from "@/ui/button";
import { NotSent } from "@/ui/not-sent";
import { Empty, Failed, LoadingRows } from "@/ui/states";
import { Lines } from "./lines";
import { idFilters, newestFirst, soughtIn } from "./log";
import { useLogsSearch } from "./use-search";

const day = 86_400_000;
const near = 600; // px before the end at which more is read

/** The lines that are found, page by page; what arrives meanwhile is put in at the top, or waits there while older ones are read. */
export function LineList({ find, onOpen, className }: { find: Search; onOpen: (log: Log) => void; className: string }): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { search, columns, wrap } = useLogsSearch();
  const [top, setTop] = useState(true);
  const { query, rows, waiting, overflow, restart } = usePages<Log>({
    key: ["logs", scope, searchBody(find)],
    range,
    fetch: searchLogs(scope, find),
    idOf: (log) => log.id,
    before: newestFirst,
    live: !find.oldest,
    follow: top,
  });
  const more = (): void => {
    if (query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError) void query.fetchNextPage();
  };
  const onScroll = ({ currentTarget: box }: UIEvent<HTMLElement>): void => {
    setTop(box.scrollTop < 30);
    if (box.scrollHeight - box.scrollTop - box.clientHeight < near) more();
  };
  if (query.data === undefined) {
    return query.isError ? <Failed what="Listing lines" error={query.error} retry={() => void query.refetch()} /> : <LoadingRows columns={4} rows={14} />;
  }
  if (rows.length === 0) return <Nothing />;
  const { from, to } = spanOf(range, 0);
  return (
    <div className="relative">
      {(overflow || waiting > 0) && (
        <Button icon="refresh" className="absolute top-9 left-1/2 z-20 -translate-x-1/2 shadow-pop" onClick={() => (overflow ? restart() : setTop(true))}>
          {overflow ? "Many new lines" : plural(waiting, "new line")}
        </Button>
      )}
      <Lines
        label="Lines"
        lines={rows}
        columns={columns}
        words={soughtIn(find.text, find.filters)}
        wrap={wrap}
        days={to - from >= day}
        open={search.log}
        onOpen={onOpen}
        onScroll={onScroll}
        className={className}
        end={<End failed={query.isFetchNextPageError} busy={query.isFetchingNextPage} more={query.hasNextPage} count={rows.length} onMore={() => void query.fetchNextPage()} />}
      />
    </div>
  );
}

function End({ failed, busy, more, count: n, onMore }: { failed: boolean; busy: boolean; more: boolean; count: number; onMore: () => void }): ReactElement {
  const range = useRange();
  return (
    <div className="sticky left-0 px-3 py-2 text-center font-sans text-muted">
      {more ? (
        <Button kind="quiet" busy={busy} onClick={onMore}>
          {failed ? "Reading more failed. Try again" : "Show more"}
        </Button>
      ) : (
        `All ${count(n)} lines of the ${rangeName(range)}.`
      )}
    </div>
  );
}

const record = `{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"my-service"}}]},"scopeLogs":[{"logRecords":[{"timeUnixNano":"'$(date +%s)'000000000","severityNumber":9,"severityText":"INFO","body":{"stringValue":"hello"}}]}]}]}`;

function Nothing(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { http } = useReceivers(scope);
  const { filters, text } = useFilters();
  const { change } = useLogsSearch();
  if (filters.length > 0 || text) {
    return (
      <Empty icon="filter" title={`No line in the ${rangeName(range)} matches`} action={<Button onClick={() => change({ where: undefined, q: undefined })}>Clear filters</Button>}>
        Remove a filter or a word, or choose a longer time range.
        <Elsewhere text={text} />
      </Empty>
    );
  }
  return (
    <NotSent
      icon="logs"
      title={`No log of ${scope.environment} arrived in the ${rangeName(range)}`}
      scope={scope}
      code={{ label: "Send a record", text: `curl -sS ${http}/v1/logs \\\n  -H "Authorization: Bearer YOUR_API_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${record}'` }}
    >
      Choose a longer time range, or send one record to see that it works:
    </NotSent>
  );
}

/** An id that stands in no message may stand beside it. */
function Elsewhere({ text }: { text: string }): ReactElement | null {
  const keys = useAttributeKeys(useScope(), useRange(), "logs").data ?? [];
  const found = idFilters(text, keys);
  if (found.length === 0) return null;
  return (
    <div className="mt-3 flex flex-col items-center gap-2">
      <p>Words are looked for in messages. As an id it may be found by:</p>
      <ul aria-label="Where the id may be" className="flex flex-wrap justify-center gap-1.5">
        {found.map((f) => (
          <li key={keyText(f)}>
            <Link to="." search={(before: object) => ({ ...before, q: undefined, where: writeFilters([f]) }) as never} className={buttonLook()}>
              {f.key}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
