import type { ReactElement, UIEvent } from "react";
import type { Log } from "@/features/logs/api/search-logs";
import { count, plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import type { Filter } from "@/lib/telemetry/filter";
import { Button } from "@/ui/button";
import { Failed, LoadingRows } from "@/ui/states";
import { Dot } from "@/ui/status";
import { Lines } from "./lines";
import { soughtIn } from "./log";
import { mostLines, type Tail } from "./tail";
import { useLogsSearch } from "./use-search";
import { useTail } from "./use-tail";

/** The lines that arrive, newest at the end. Give it what is searched as its key: another search is another tail. */
export function TailView({ filters, text, onOpen, className }: { filters: Filter[]; text: string; onOpen: (log: Log) => void; className: string }): ReactElement {
  const { tail, follow } = useTail(useScope(), filters, text);
  const { search, columns } = useLogsSearch();
  const onScroll = ({ currentTarget: box }: UIEvent<HTMLElement>): void => follow(box.scrollHeight - box.scrollTop - box.clientHeight < 30);
  if (!tail.ready) return tail.error ? <Failed what="Following lines" error={tail.error} /> : <LoadingRows columns={4} rows={10} />;
  return (
    <div className="relative flex min-h-0 flex-col gap-1.5">
      <State tail={tail} />
      {tail.error !== undefined && <Failed what="Following lines" error={tail.error} />}
      <Lines
        label="Lines as they arrive"
        lines={tail.lines}
        columns={columns}
        words={soughtIn(text, filters)}
        wrap={search.wrap ?? false}
        open={search.log}
        onOpen={onOpen}
        follow={tail.following}
        onScroll={onScroll}
        className={className}
        end={tail.lines.length === 0 && <p className="px-4 py-8 text-center font-sans text-sm text-muted">No line arrived in the last hour. Those that arrive now are shown here.</p>}
      />
      {!tail.following && (
        <div className="absolute inset-x-0 bottom-3 flex justify-center">
          <Button kind="primary" className="shadow-pop" onClick={() => follow(true)}>
            {tail.waiting > 0 ? `${plural(tail.waiting, "new line")} ↓` : "To the newest ↓"}
          </Button>
        </div>
      )}
    </div>
  );
}

function State({ tail }: { tail: Tail }): ReactElement {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <Dot tone={tail.following ? "ok" : "warn"} pulse={tail.following} />
      {tail.following ? "Live" : "Paused while you read"}: {plural(tail.lines.length, "line")}
      {tail.lines.length === mostLines && `, the newest ${count(mostLines)}`}
      {tail.skipped && ". More arrived than can be shown; a filter helps."}
    </p>
  );
}
