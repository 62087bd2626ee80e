import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactElement } from "react";
import { compact, count, withUnit } from "@/lib/format";
import type { Span } from "@/lib/time/range";
import { axisMarks } from "./time-axis";
import { Cursor, Legend } from "./timeline-cursor";

/** A colour of the bars: of a state, or one of the plain ones. */
export type BarTone = "accent" | "bad" | "warn" | "ok" | "info" | "off";

export const barColours: Record<BarTone, string> = {
  accent: "color-mix(in srgb, var(--accent) 55%, var(--panel))",
  info: "color-mix(in srgb, var(--accent) 30%, var(--panel))",
  bad: "var(--bad-strong)",
  warn: "color-mix(in srgb, var(--warn) 75%, var(--panel))",
  ok: "color-mix(in srgb, var(--ok) 65%, var(--panel))",
  off: "var(--line-strong)",
};

/** A kind of records that is counted; those of a bucket are stacked, the first at the bottom. */
export interface BarSeries {
  name: string; // of many: "spans"
  tone: BarTone;
  values: number[]; // one for each time
}

/** A measure over the same times, drawn as a line above the bars. */
export interface LineSeries {
  name: string;
  values: (number | null)[]; // null is a gap
  unit: string; // UCUM
}

interface Props {
  label: string;
  times: number[]; // start of each bucket, ms since 1970
  step: number; // length of a bucket, ms
  span: Span; // the whole axis
  bars: BarSeries[];
  lines?: LineSeries[];
  onZoom?: (to: Span) => void; // a part was brushed
  onZoomOut?: () => void; // double-click
  height?: number; // px of the bars, with the number above them
}

const lineHeight = 36; // px
const numberHeight = 16; // px above the highest bar, for how much it is
const lineColours = ["var(--muted)", "var(--accent)", "var(--warn)"];

/** Counts over time. Drag over a part to see only it, double-click for a longer range; arrows, Shift and Enter do the same. */
export function Timeline({ label, times, step, span, bars, lines = [], onZoom, onZoomOut, height = 60 }: Props): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const brush = useBrush(times, step, span, onZoom);
  const x = (ms: number): number => ((ms - span.from) / (span.to - span.from)) * width;
  const sums = times.map((_, i) => bars.reduce((sum, b) => sum + (b.values[i] ?? 0), 0));
  const top = Math.max(1, ...sums);
  const all = bars.map((b) => `${count(b.values.reduce((a, v) => a + v, 0))} ${b.name}`).join(", ");
  const whole = height + (lines.length > 0 ? lineHeight : 0);
  return (
    <figure className="flex flex-col gap-1">
      <div
        ref={box}
        role="group"
        tabIndex={0}
        aria-label={`${label}: ${all}. Arrows move, Shift and arrows select, Enter zooms in.`}
        className="relative cursor-crosshair touch-pan-y select-none"
        onDoubleClick={onZoomOut}
        onKeyDown={brush.onKeyDown}
        onBlur={brush.leave}
        {...brush.pointer}
      >
        <svg width={width} height={whole} className="block" aria-hidden="true">
          {lines.length > 0 && <Lines lines={lines} at={times.map((t) => x(t + step / 2))} />}
          <line x1={0} x2={width} y1={whole - 0.5} y2={whole - 0.5} stroke="var(--line)" />
          {times.map((at, i) => (
            <Stack key={at} bars={bars} index={i} left={Math.max(0, x(at))} right={Math.min(width, x(at + step))} scale={(height - numberHeight) / top} bottom={whole} />
          ))}
          {brush.part && <rect x={x(brush.part.from)} width={Math.max(1, x(brush.part.to) - x(brush.part.from))} y={0} height={whole} fill="var(--accent)" opacity={0.15} />}
        </svg>
        <span className="pointer-events-none absolute left-0 text-xs leading-4 text-muted" style={{ top: whole - height }} aria-hidden="true">
          {sums.some((n) => n > 0) && compact(top)}
        </span>
        {brush.at !== undefined && <Cursor times={times} step={step} index={brush.at} left={x((times[brush.at] ?? 0) + step / 2)} width={width} bars={bars} lines={lines} part={brush.part} />}
      </div>
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 text-xs text-muted">
        <span className="relative h-4 min-w-0 flex-1 basis-full" aria-hidden="true">
          {axisMarks(span, width).map((m) => (
            <span key={m.at} className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: x(m.at) }}>
              {m.text}
            </span>
          ))}
        </span>
        <Legend bars={bars} lines={lines} lineColours={lineColours} />
      </figcaption>
    </figure>
  );
}

function Stack({ bars, index, left, right, scale, bottom }: { bars: BarSeries[]; index: number; left: number; right: number; scale: number; bottom: number }): ReactElement {
  const wide = Math.max(1, right - left - (right - left > 3 ? 1 : 0));
  const tall = bars.map(({ values }) => (values[index] ? Math.max(1.5, values[index] * scale) : 0)); // also one among thousands is seen
  const below = (i: number): number => tall.slice(0, i + 1).reduce((a, t) => a + t, 0);
  return <>{bars.map((b, i) => tall[i] !== 0 && <rect key={b.name} x={left} width={wide} y={bottom - below(i)} height={tall[i]} fill={barColours[b.tone]} />)}</>;
}

function Lines({ lines, at }: { lines: LineSeries[]; at: number[] }): ReactElement {
  const top = Math.max(...lines.flatMap((l) => l.values.map((v) => v ?? 0)), 0);
  const y = (v: number): number => lineHeight - 4 - (top > 0 ? (v / top) * (lineHeight - 8) : 0);
  return (
    <>
      {lines.map((l, i) => (
        <path key={l.name} d={pathOf(l.values, at, y)} fill="none" stroke={lineColours[i % lineColours.length]} strokeWidth={1.25} strokeLinejoin="round" strokeLinecap="round" />
      ))}
      {/* Above the lines, with an edge of the ground, so that none runs through it. */}
      <text x={0} y={10} fontSize={11} fill="var(--muted)" stroke="var(--bg)" strokeWidth={4} strokeLinejoin="round" paintOrder="stroke">
        {top > 0 ? withUnit(top, lines[0]?.unit ?? "") : ""}
      </text>
    </>
  );
}

/** A line that is broken where nothing was measured; a lone point is a short stroke. */
function pathOf(values: (number | null)[], at: number[], y: (v: number) => number): string {
  return values
    .map((v, i) => {
      if (v === null) return "";
      const here = `${at[i]?.toFixed(1)} ${y(v).toFixed(1)}`;
      const before = values[i - 1];
      return before === null || before === undefined ? `M${here}h0.5` : `L${here}`;
    })
    .join("");
}

function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, [box]);
  return width;
}

interface Brush {
  at: number | undefined; // bucket under the cursor
  part: Span | undefined; // brushed
  leave: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  pointer: Record<"onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerLeave", (event: PointerEvent<HTMLElement>) => void>;
}

/** A selection of whole buckets, by pointer or keys. */
function useBrush(times: number[], step: number, span: Span, onZoom: Props["onZoom"]): Brush {
  const [at, setAt] = useState<number>();
  const [from, setFrom] = useState<number>(); // bucket where a selection began
  const clamp = (index: number): number => Math.max(0, Math.min(times.length - 1, index));
  const partOf = (a: number, b: number): Span => ({ from: Math.max(span.from, times[Math.min(a, b)] ?? span.from), to: Math.min(span.to, (times[Math.max(a, b)] ?? span.to) + step) });
  const leave = (): void => {
    setAt(undefined);
    setFrom(undefined);
  };
  const zoom = (to: Span): void => {
    leave();
    onZoom?.(to);
  };
  const bucket = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const ms = span.from + ((event.clientX - left) / width) * (span.to - span.from);
    return clamp(Math.floor((ms - (times[0] ?? 0)) / step));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (move) {
      setFrom(event.shiftKey ? (from ?? at) : undefined);
      setAt(at === undefined ? times.length - 1 : clamp(at + move));
    } else if (event.key === "Enter" && at !== undefined) zoom(partOf(from ?? at, at));
    else if (event.key === "Escape" && at !== undefined) leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    at,
    part: from !== undefined && at !== undefined ? partOf(from, at) : undefined,
    leave,
    onKeyDown,
    pointer: {
      onPointerDown: (event) => {
        if (event.button !== 0 || !onZoom) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setFrom(bucket(event));
      },
      onPointerMove: (event) => setAt(bucket(event)),
      onPointerUp: (event) => {
        const to = bucket(event);
        if (from !== undefined && from !== to) zoom(partOf(from, to));
        setFrom(undefined);
      },
      onPointerLeave: () => from === undefined && setAt(undefined),
    },
  };
}
