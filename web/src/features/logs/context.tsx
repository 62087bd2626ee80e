import { useState, type ReactElement } from "react";
import { mostAround, neighbours, useContextLines, type LogContext, type Neighbours } from "@/features/logs/api/get-context";
import type { Log } from "@/features/logs/api/search-logs";
import { plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { dayOf } from "@/lib/time/zone";
import { Button } from "@/ui/button";
import { SmallSelect } from "@/ui/field";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { Lines } from "./lines";
import { useLogsSearch } from "./use-search";

const names: Record<Neighbours, string> = { stream: "same process and file", service: "same service", host: "same host", trace: "same trace", all: "all lines" };
const step = 20; // lines

/** The lines before and after one. */
export function Context({ log, onOpen }: { log: Log; onOpen: (log: Log) => void }): ReactElement {
  const { search, change } = useLogsSearch();
  const same = search.around ?? "stream";
  const [size, setSize] = useState({ before: step, after: step });
  const query = useContextLines(useScope(), log.id, same, size.before, size.after);
  const more = (side: "before" | "after"): void => setSize({ ...size, [side]: Math.min(mostAround, size[side] + 2 * step) });
  return (
    <Section
      title="Lines around it"
      about={query.data && sharedWords(query.data)}
      action={
        <SmallSelect label="Which lines" value={same} onChange={(e) => change({ around: e.target.value === "stream" ? undefined : (e.target.value as Neighbours) })}>
          {neighbours
            .filter((n) => (n !== "trace" || log.traceId) && (n !== "host" || log.resource?.["host.name"]))
            .map((n) => (
              <option key={n} value={n}>
                {names[n]}
              </option>
            ))}
        </SmallSelect>
      }
    >
      <View query={query} what="Reading the lines around it" loading={<LoadingRows columns={3} rows={6} />}>
        {(found) => (
          <div className="flex flex-col gap-1.5">
            <More of={found.before} wanted={size.before} side="before" busy={query.isFetching} onMore={() => more("before")} />
            <Lines label="Lines around it" lines={linesOf(found)} days={severalDays(linesOf(found))} open={log.id} anchor={log.id} onOpen={onOpen} className="max-h-80" />
            <More of={found.after} wanted={size.after} side="after" busy={query.isFetching} onMore={() => more("after")} />
          </div>
        )}
      </View>
    </Section>
  );
}

function More({ of, wanted, side, busy, onMore }: { of: Log[]; wanted: number; side: "before" | "after"; busy: boolean; onMore: () => void }): ReactElement {
  const ended = of.length < wanted && !busy;
  if (ended || wanted >= mostAround) return <p className="text-xs text-muted">{ended ? `No more line ${side} within a day.` : `${plural(of.length, "line")} ${side}; the list of all lines has the rest.`}</p>;
  return (
    <Button kind="quiet" busy={busy} className="self-start" onClick={onMore}>
      {2 * step} more {side}
    </Button>
  );
}

const linesOf = ({ before, record, after }: LogContext): Log[] => [...before, record, ...after];

/** Whether the day of lines tells them apart: those of a quiet program may be hours away. */
function severalDays(lines: Log[]): boolean {
  return new Set(lines.map((l) => dayOf(Date.parse(l.at)))).size > 1;
}

/** What the lines have in common, in words. */
function sharedWords({ same }: LogContext): string {
  return same && same.length > 0 ? `They share ${same.map((k) => k.key).join(", ")}.` : "Of everyone who sent any.";
}
