import { useEffect, useRef, useState, type PointerEvent, type ReactElement } from "react";
import { useDrawnTheme } from "@/lib/theme";
import { time, wholeOf, type Look } from "./look";
import type { Part } from "./search";
import { failed } from "./tree";

const height = 36; // px

/** The whole trace in small. Drag over a part of its time to see only that, double-click for all. */
export function Minimap({ look, onZoom }: { look: Look; onZoom: (to: Part | undefined) => void }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useDrawnTheme();
  const { tree, colours, part } = look;
  const whole = wholeOf(tree);
  const [drag, setDrag] = useState<Part>(); // from where it began to where it is
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = (): void => {
      const scale = window.devicePixelRatio || 1;
      element.width = element.clientWidth * scale;
      element.height = height * scale;
      const c = element.getContext("2d");
      if (!c) return;
      c.scale(scale, scale);
      const bad = getComputedStyle(document.documentElement).getPropertyValue("--bad-strong");
      const row = Math.max(1, Math.min(4, (height - 4) / tree.all.length));
      tree.all.forEach((n, i) => {
        c.fillStyle = failed(n) ? bad : (colours.get(n.span.service) ?? "gray");
        const x = (n.from / whole.to) * element.clientWidth;
        c.fillRect(x, 2 + (i / tree.all.length) * (height - 4), Math.max(1, ((n.to - n.from) / whole.to) * element.clientWidth), row);
      });
    };
    draw();
    const watch = new ResizeObserver(draw);
    watch.observe(element);
    return () => watch.disconnect();
  }, [tree, colours, whole.to, theme]);
  const at = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(1, (event.clientX - left) / width)) * whole.to;
  };
  const shown = drag ? { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) } : part;
  const percent = (ms: number): string => `${(ms / whole.to) * 100}%`;
  return (
    <div
      className="relative cursor-crosshair touch-pan-y overflow-hidden rounded-md border border-line bg-panel select-none"
      title="Drag to zoom, double-click for all"
      onDoubleClick={() => onZoom(undefined)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: at(event), to: at(event) });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: at(event) })}
      onPointerUp={() => {
        setDrag(undefined);
        if (shown.to - shown.from > whole.to / 500 && drag) onZoom(shown);
      }}
    >
      <canvas ref={canvas} className="block w-full" style={{ height }} role="img" aria-label={`The whole trace, ${time(whole.to)}`} />
      <span className="pointer-events-none absolute inset-y-0 left-0 bg-hover/75" style={{ width: percent(shown.from) }} />
      <span className="pointer-events-none absolute inset-y-0 right-0 bg-hover/75" style={{ left: percent(shown.to) }} />
    </div>
  );
}
