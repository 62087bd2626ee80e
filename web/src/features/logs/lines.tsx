import clsx from "clsx";
import { useLayoutEffect, useRef, useSyncExternalStore, type CSSProperties, type KeyboardEvent, type ReactElement, type ReactNode, type RefObject, type UIEvent } from "react";
import type { Log } from "@/features/logs/api/search-logs";
import { keyText, type Key } from "@/lib/telemetry/filter";
import { instant } from "@/lib/time/relative";
import { written } from "@/lib/time/zone";
import { useRowKeys } from "@/ui/row-keys";
import { useWindow } from "@/ui/window";
import { valueOf } from "./log";
import { Marked } from "./marked";
import { edgeOf, Severity } from "./severity";

interface Props {
  label: string;
  lines: Log[];
  columns?: Key[]; // attributes with a column of their own
  words?: string[]; // marked in the body
  wrap?: boolean;
  days?: boolean; // also the day of each line
  open?: string | undefined; // id of the line that is shown beside
  onOpen: (log: Log) => void;
  follow?: boolean; // stay at the end
  anchor?: string; // id of the line that stays in place while others come before it; in the middle at first
  onScroll?: (event: UIEvent<HTMLElement>) => void;
  end?: ReactNode; // below the last line
  className?: string; // height of the box
}

const phone = "(max-width: 639px)";
const longest = 2000; // characters of a body that are drawn in the list; the detail has all

/** Whether lines stand on a phone: what a line is above what it says. */
function useNarrow(): boolean {
  return useSyncExternalStore(
    (tell) => {
      const media = window.matchMedia(phone);
      media.addEventListener("change", tell);
      return () => media.removeEventListener("change", tell);
    },
    () => window.matchMedia(phone).matches,
  );
}

/** Log lines: time, severity, service, body. Only those in sight are drawn. */
export function Lines({ label, lines, columns = [], words = [], wrap = false, days = false, open, onOpen, follow = false, anchor, onScroll, end, className }: Props): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const narrow = useNarrow();
  const height = narrow ? 45 : 25; // px of a line that is not wrapped
  const drawn = useWindow(box, lines.length, height, !wrap);
  const keys = useRowKeys(box, lines, drawn.reveal, onOpen);
  useEnd(box, follow, lines);
  useAnchor(box, anchor === undefined ? -1 : lines.findIndex((l) => l.id === anchor), anchor, height);
  const tabbable = Math.max(drawn.start, Math.min(keys.current, drawn.end - 1));
  const template = [days ? "152px" : "88px", "72px", "minmax(80px, 132px)", ...columns.map(() => "minmax(90px, 150px)"), "minmax(240px, 1fr)"].join(" ");
  return (
    <div
      ref={box}
      className={clsx("relative overflow-auto rounded-lg border border-line bg-panel font-mono text-xs", className)}
      style={{ "--columns": template } as CSSProperties}
      onScroll={(event) => {
        drawn.onScroll(event);
        onScroll?.(event);
      }}
    >
      <div role="table" aria-label={label} aria-rowcount={lines.length + 1}>
        <div role="rowgroup" className="sticky top-0 z-10 bg-sunken font-sans text-muted max-sm:sr-only">
          <div role="row" className="grid h-7 grid-cols-(--columns) items-center gap-x-3 border-l-3 border-transparent px-2.5 font-medium">
            {["Time", "Severity", "Service", ...columns.map((c) => c.key), "Message"].map((name, i) => (
              <span key={i} role="columnheader" className="truncate" title={name}>
                {name}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ paddingTop: drawn.above, paddingBottom: drawn.below }}>
          {lines.slice(drawn.start, drawn.end).map((log, offset) => {
            const index = drawn.start + offset;
            return <Line key={log.id} log={log} index={index} columns={columns} words={words} wrap={wrap} days={days} open={log.id === open} tabbable={index === tabbable} onOpen={() => onOpen(log)} onFocus={() => keys.onFocus(index)} onKeyDown={(event) => keys.onKeyDown(event, index)} />;
          })}
        </div>
      </div>
      {end}
    </div>
  );
}

/** Stays at the end while it is followed: of what comes, and of lines that turn out to be higher once they are drawn. */
function useEnd(box: RefObject<HTMLElement | null>, follow: boolean, lines: Log[]): void {
  useLayoutEffect(() => {
    const content = box.current?.firstElementChild;
    if (!follow || !content) return;
    const toEnd = (): void => box.current?.scrollTo({ top: box.current.scrollHeight });
    toEnd();
    const watch = new ResizeObserver(toEnd);
    watch.observe(content);
    return () => watch.disconnect();
  }, [box, follow, lines]);
}

/** Keeps a line where it is while others come before it; it starts in the middle. */
function useAnchor(box: RefObject<HTMLElement | null>, index: number, id: string | undefined, height: number): void {
  const placed = useRef<{ id: string | undefined; index: number }>(undefined);
  useLayoutEffect(() => {
    if (!box.current || index < 0) return;
    const before = placed.current?.id === id ? placed.current?.index : undefined;
    if (before !== undefined) box.current.scrollBy({ top: (index - before) * height });
    else box.current.scrollTo({ top: index * height - box.current.clientHeight / 2 + height });
    placed.current = { id, index };
  }, [box, index, id, height]);
}

interface LineProps {
  log: Log;
  index: number;
  columns: Key[];
  words: string[];
  wrap: boolean;
  days: boolean;
  open: boolean;
  tabbable: boolean;
  onOpen: () => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

function Line({ log, index, columns, words, wrap, days, open, tabbable, onOpen, onFocus, onKeyDown }: LineProps): ReactElement {
  const severity = { number: log.severityNumber, text: log.severity };
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 2}
      aria-current={open || undefined}
      tabIndex={tabbable ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={() => window.getSelection()?.isCollapsed !== false && onOpen()}
      className={clsx(
        "grid cursor-pointer grid-cols-(--columns) gap-x-3 border-b border-l-3 border-b-line px-2.5 py-0.5 leading-5 -outline-offset-2 hover:bg-hover/60 max-sm:flex max-sm:flex-wrap max-sm:gap-x-2",
        edgeOf(severity),
        open && "bg-accent-soft",
        wrap ? "[contain-intrinsic-size:auto_25px] [content-visibility:auto]" : "h-[25px] max-sm:h-[45px]",
      )}
    >
      <time role="cell" dateTime={log.at} title={`${instant(Date.parse(log.at))} (${log.at})`} className="whitespace-nowrap text-muted">
        {timeOf(log.at, days)}
      </time>
      <span role="cell" className="flex min-w-0 items-start">
        <Severity {...severity} />
      </span>
      <span role="cell" className="truncate text-accent" title={log.service}>
        {log.service}
      </span>
      {columns.map((c) => (
        <span key={keyText(c)} role="cell" className="truncate max-sm:hidden" title={valueOf(log, c)}>
          {valueOf(log, c) ?? <span className="text-muted">–</span>}
        </span>
      ))}
      <span role="cell" className={clsx("max-sm:w-full", wrap ? "wrap-anywhere whitespace-pre-wrap" : "truncate")}>
        <Marked text={log.body.slice(0, longest) || log.event || ""} words={words} />
      </span>
    </div>
  );
}

/** The time of a line to the millisecond. */
function timeOf(at: string, days: boolean): string {
  return written(Date.parse(at), { ...(days && { day: "2-digit", month: "short" }), hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23" });
}
