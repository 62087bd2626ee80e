import { Link } from "@tanstack/react-router";
import { useRef, type ReactElement, type UIEvent } from "react";
import type { Log } from "@/features/logs/api/search-logs";
import { count, plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import type { Filter } from "@/lib/telemetry/filter";
import { clockTime } from "@/lib/time/zone";
import { Button } from "@/ui/button";
import { Failed, LoadingRows } from "@/ui/states";
import { Dot } from "@/ui/status";
import { Lines } from "./lines";
import { soughtIn } from "./log";
import { mostLines, mostWrapped, type Tail } from "./tail";
import { useLogsSearch } from "./use-search";
import { useTail } from "./use-tail";

/** The lines that arrive, newest at the end. Give it what is searched as its key: another search is another tail. */
export function TailView({ filters, text, onOpen, className }: { filters: Filter[]; text: string; onOpen: (log: Log) => void; className: string }): ReactElement {
  const { tail, follow } = useTail(useScope(), filters, text);
  const { search, columns, wrap } = useLogsSearch();
  const most = wrap ? mostWrapped : mostLines;
  const top = useRef(0);
  const onScroll = ({ currentTarget: box }: UIEvent<HTMLElement>): void => {
    const end = box.scrollHeight - box.scrollTop - box.clientHeight < 30;
    if (end || box.scrollTop < top.current) follow(end); // lines that come also move the end away: only going up pauses
    top.current = box.scrollTop;
  };
  if (!tail.ready) return tail.error ? <Failed what="Following lines" error={tail.error} /> : <LoadingRows columns={4} rows={10} />;
  return (
    <div className="relative flex min-h-0 flex-col gap-1.5">
      <State tail={tail} most={most} onPause={() => follow(false)} />
      {tail.error !== undefined && <Failed what="Following lines" error={tail.error} />}
      <Lines
        label="Lines as they arrive"
        lines={tail.lines.slice(-most)}
        columns={columns}
        words={soughtIn(text, filters)}
        wrap={wrap}
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

function State({ tail, most, onPause }: { tail: Tail; most: number; onPause: () => void }): ReactElement {
  const { following, lines, skipped } = tail;
  return (
    <div className="flex min-h-7.5 flex-wrap items-center gap-x-2 text-sm text-muted">
      <Dot tone={following ? "ok" : "warn"} pulse={following} />
      <p role="status">
        {following ? "Live" : "Paused while you read"}: {lines.length < most ? plural(lines.length, "line") : `the newest ${count(most)} lines`}
      </p>
      {following && (
        <Button kind="quiet" onClick={onPause}>
          Pause
        </Button>
      )}
      {skipped && (
        <p>
          More arrive than can be followed: some of {clockTime(skipped.from)} to {clockTime(skipped.to)} are left out. Filter, or{" "}
          <Link to="." search={(before: object) => ({ ...before, tail: undefined, range: undefined, from: Math.floor(skipped.from), to: Math.ceil(skipped.to) + 1 }) as never} className="text-accent hover:underline">
            list them all
          </Link>
          .
        </p>
      )}
    </div>
  );
}
