import clsx from "clsx";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from "react";
import { flushSync } from "react-dom";
import { count } from "@/lib/format";
import { useWindow } from "@/ui/window";
import { time, type Look } from "./look";
import type { Part } from "./search";
import type { Node } from "./tree";
import { rowHeight, WaterfallRow } from "./waterfall-row";

interface Props {
  look: Look;
  nodes: Node[]; // those that are not folded away
  folded: ReadonlySet<string>;
  onFold: (node: Node, fold: boolean) => void;
  open: string | undefined; // id of the span whose detail is shown
  onOpen: (node: Node) => void;
  onZoom: (to: Part) => void;
  onNext: (step: 1 | -1) => void; // to the next of those that are sought
  className: string; // its height
}

/** Spans below each other, each a bar at its time. Only rows in sight are drawn, within the frame in which they come into it. */
export function Waterfall({ look, nodes, folded, onFold, open, onOpen, onZoom, onNext, className }: Props): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useWindow(box, nodes.length, rowHeight, true);
  const [current, setCurrent] = useState(0);
  const wanted = useRef<number>(undefined);
  const at = Math.min(current, nodes.length - 1);
  const go = (index: number): void => {
    const next = Math.max(0, Math.min(nodes.length - 1, index));
    wanted.current = next;
    drawn.reveal(next);
    setCurrent(next);
  };
  // What is gone to may not be drawn before the next time.
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (wanted.current === undefined || !row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  useReveal(nodes, open, (index) => {
    drawn.reveal(index);
    setCurrent(index);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const node = nodes[at];
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    const isFolded = folded.has(node.span.spanId);
    const acts: Record<string, () => void> = {
      j: () => go(at + 1),
      ArrowDown: () => go(at + 1),
      k: () => go(at - 1),
      ArrowUp: () => go(at - 1),
      PageDown: () => go(at + 20),
      PageUp: () => go(at - 20),
      Home: () => go(0),
      End: () => go(nodes.length - 1),
      ArrowRight: () => (node.below > 0 && isFolded ? onFold(node, false) : node.below > 0 && go(at + 1)),
      ArrowLeft: () => (node.below > 0 && !isFolded ? onFold(node, true) : node.parent && go(nodes.indexOf(node.parent))),
      Enter: () => onOpen(node),
      z: () => onZoom({ from: node.from, to: Math.max(node.to, node.from + 1e-3) }),
      n: () => onNext(1),
      N: () => onNext(-1),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const tabbable = Math.max(drawn.start, Math.min(at, drawn.end - 1));
  return (
    <div ref={box} role="tree" aria-label={`${count(nodes.length)} spans`} onScroll={(event) => flushSync(() => drawn.onScroll(event))} onKeyDown={onKeyDown} className={clsx("overflow-x-hidden overflow-y-auto rounded-lg border border-line bg-panel", className)}>
      <Axis part={look.part} />
      <div role="presentation" className="relative" style={{ height: nodes.length * rowHeight }}>
        <Grid />
        {nodes.slice(drawn.start, drawn.end).map((node, offset) => {
          const index = drawn.start + offset;
          const id = node.span.spanId;
          return (
            <WaterfallRow
              key={node.index}
              node={node}
              index={index}
              part={look.part}
              colour={look.colours.get(node.span.service) ?? "var(--muted)"}
              call={look.calls.get(id)}
              folded={folded.has(id)}
              open={id === open}
              tabbable={index === tabbable}
              dim={look.found.size > 0 && !look.found.has(node)}
              onFocus={setCurrent}
              onFold={onFold}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Shows the row of the span that is open, when it opens. */
function useReveal(nodes: Node[], open: string | undefined, reveal: (index: number) => void): void {
  const act = useRef(reveal);
  useEffect(() => {
    act.current = reveal;
  });
  const index = open === undefined ? -1 : nodes.findIndex((n) => n.span.spanId === open);
  useEffect(() => {
    if (index >= 0) act.current(index);
  }, [index]);
}

const quarters = [0, 0.25, 0.5, 0.75];

/** The times along the bars; on a phone only every second has room. */
function Axis({ part }: { part: Part }): ReactElement {
  return (
    <div className="sticky top-0 z-10 grid grid-cols-[var(--names)_minmax(0,1fr)] border-b border-line bg-sunken text-xs text-muted" aria-hidden="true">
      <span className="px-2.5 py-1">Span</span>
      <span className="relative mr-3 h-6">
        {quarters.map((q, i) => (
          <span key={q} className={clsx("absolute top-1 border-l border-line-strong pl-1 whitespace-nowrap", i % 2 === 1 && "max-sm:hidden")} style={{ left: `${q * 100}%` }}>
            {time(part.from + q * (part.to - part.from))}
          </span>
        ))}
      </span>
    </div>
  );
}

/** The lines of the axis behind all bars. Lines of their own: a pattern in each row is slow to paint. */
function Grid(): ReactElement {
  return (
    <div className="absolute inset-y-0 right-3 left-[var(--names)]" aria-hidden="true">
      {quarters.map((q) => (
        <span key={q} className="absolute inset-y-0 w-px bg-line" style={{ left: `${q * 100}%` }} />
      ))}
    </div>
  );
}
