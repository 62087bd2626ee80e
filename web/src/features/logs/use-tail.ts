import { useEffect, useReducer } from "react";
import { tailLogs } from "@/features/logs/api/tail-logs";
import type { Scope } from "@/lib/api/types";
import { readFilters, writeFilters, type Filter } from "@/lib/telemetry/filter";
import { emptyTail, nextTail, type Tail } from "./tail";

const pause = 1500; // ms between requests
const longPause = 5000; // ms after one that failed

/** Follows lines as they arrive; not while the page is out of sight, and from where it was once it is back. */
export function useTail({ project, environment }: Scope, filters: Filter[], text: string): { tail: Tail; follow: (on: boolean) => void } {
  const [tail, tell] = useReducer(nextTail, emptyTail);
  const where = writeFilters(filters);
  useEffect(() => {
    const stop = new AbortController();
    let cursor: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = async (): Promise<void> => {
      let wait = pause;
      try {
        if (!document.hidden) {
          const answer = await tailLogs({ project, environment }, readFilters(where), text, cursor, stop.signal);
          cursor = answer.cursor;
          tell({ type: "came", items: answer.items, skipped: answer.skipped ?? false });
        }
      } catch (error) {
        if (stop.signal.aborted) return;
        tell({ type: "failed", error });
        wait = longPause;
      }
      if (!stop.signal.aborted) timer = setTimeout(() => void next(), wait);
    };
    void next();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [project, environment, where, text]);
  return { tail, follow: (on) => tell({ type: "follow", on }) };
}
