import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactElement } from "react";
import { count } from "@/lib/format";
import { useDrawnTheme } from "@/lib/theme";
import { Button } from "@/ui/button";
import { drawFlame, laneHeight, lanes, nodeAt } from "./flame-draw";
import { time, type Look } from "./look";
import type { Part } from "./search";
import type { Node } from "./tree";

interface Props {
  look: Look;
  open: string | undefined;
  onOpen: (node: Node) => void;
  onZoom: (to: Part | undefined) => void; // undefined: all
  className: string; // its height
}

/** Spans as boxes below their parents: a click zooms to one. Arrows walk, Enter zooms, o opens, Escape shows all. */
export function Flame({ look, open, onOpen, onZoom, className }: Props): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useDrawnTheme();
  const { tree, part } = look;
  const plan = useMemo(() => lanes(tree), [tree]);
  const [current, setCurrent] = useState<Node | undefined>(() => tree.all.find((n) => n.span.spanId === open));
  const [hover, setHover] = useState<Node>();
  const told = hover ?? current ?? tree.all[0];
  useEffect(() => {
    const [outer, element] = [box.current, canvas.current];
    if (!outer || !element) return;
    const draw = (): void => drawFlame(element, outer, plan, look, current);
    draw();
    outer.addEventListener("scroll", draw, { passive: true });
    const watch = new ResizeObserver(draw);
    watch.observe(outer);
    return () => {
      outer.removeEventListener("scroll", draw);
      watch.disconnect();
    };
  }, [plan, look, current, theme]);
  const under = (event: MouseEvent<HTMLElement>): Node | undefined => {
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    const at = part.from + ((event.clientX - left) / width) * (part.to - part.from);
    return nodeAt(plan, Math.floor((event.clientY - top) / laneHeight), at, ((part.to - part.from) / width) * 2);
  };
  const zoomTo = (n: Node): void => {
    setCurrent(n);
    onZoom({ from: n.from, to: Math.max(n.to, n.from + 1e-3) });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const n = current ?? tree.all[0];
    if (!n || event.ctrlKey || event.metaKey || event.altKey) return;
    const beside = n.parent?.children ?? tree.roots;
    const step = (by: number): Node | undefined => beside[beside.indexOf(n) + by];
    const acts: Record<string, () => void> = {
      ArrowDown: () => setCurrent(n.children[0] ?? n),
      j: () => setCurrent(n.children[0] ?? n),
      ArrowUp: () => setCurrent(n.parent ?? n),
      k: () => setCurrent(n.parent ?? n),
      ArrowRight: () => setCurrent(step(1) ?? n),
      ArrowLeft: () => setCurrent(step(-1) ?? n),
      Enter: () => zoomTo(n),
      o: () => onOpen(n),
      Escape: () => onZoom(undefined),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex h-7.5 min-w-0 items-center gap-2 text-sm" aria-live="polite">
        {told && (
          <>
            <span className="h-4 w-1 shrink-0 rounded-full" style={{ background: look.colours.get(told.span.service) }} />
            <span className="truncate font-medium">{told.span.name}</span>
            <span className="truncate text-muted">{told.span.service}</span>
            <span className="whitespace-nowrap">{time(told.to - told.from)}</span>
            {told.span.status === "Error" && <span className="text-bad">failed</span>}
          </>
        )}
        {current && (
          <Button className="ml-auto" onClick={() => onOpen(current)}>
            Details
          </Button>
        )}
      </p>
      <div ref={box} role="group" tabIndex={0} aria-label={`Flame of ${count(tree.all.length)} spans. Arrows walk, Enter zooms in, o opens, Escape shows all.`} onKeyDown={onKeyDown} className={`relative overflow-x-hidden overflow-y-auto rounded-lg border border-line bg-panel ${className}`}>
        <div className="relative" style={{ height: plan.rows.length * laneHeight }}>
          <canvas ref={canvas} className="pointer-events-none sticky top-0 block" aria-hidden="true" />
          <div
            className="absolute inset-0 cursor-zoom-in"
            data-testid="flame"
            onClick={(event) => {
              const n = under(event);
              if (n) zoomTo(n);
            }}
            onDoubleClick={() => onZoom(undefined)}
            onMouseMove={(event) => setHover(under(event))}
            onMouseLeave={() => setHover(undefined)}
          />
        </div>
      </div>
    </div>
  );
}
