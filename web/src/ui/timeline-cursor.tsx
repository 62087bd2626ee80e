import type { ReactElement } from "react";
import { count, withUnit } from "@/lib/format";
import type { Span } from "@/lib/time/range";
import { duration } from "@/lib/time/relative";
import { clockTime } from "@/lib/time/zone";
import { barColours, type BarSeries, type LineSeries } from "./timeline";

interface Props {
  times: number[];
  step: number;
  index: number;
  left: number; // px
  width: number; // px of the whole
  bars: BarSeries[];
  lines: LineSeries[];
  part: Span | undefined;
}

/** The numbers under the cursor, said also to those who do not see them. */
export function Cursor({ times, step, index, left, width, bars, lines, part }: Props): ReactElement {
  const shown = part ?? { from: times[index] ?? 0, to: (times[index] ?? 0) + step };
  const sum = (values: number[]): number => values.reduce((a, v, i) => a + (inside(times[i] ?? 0, shown) ? v : 0), 0);
  return (
    <>
      <span className="pointer-events-none absolute inset-y-0 w-px bg-line-strong" style={{ left }} aria-hidden="true" />
      <span
        role="status"
        className="pointer-events-none absolute -top-1 z-20 -translate-y-full rounded-md border border-line bg-panel px-2 py-1 text-xs whitespace-nowrap shadow-pop"
        style={left < width / 2 ? { left } : { right: width - left }}
      >
        <span className="text-muted">
          {clockTime(shown.from)} – {clockTime(shown.to)} ({duration((shown.to - shown.from) / 1000)})
        </span>
        {bars.map((b) => (
          <span key={b.name} className="ml-2">
            {count(sum(b.values))} {b.name}
          </span>
        ))}
        {!part &&
          lines.map((l) => (
            <span key={l.name} className="ml-2">
              {l.name} {l.values[index] == null ? "–" : withUnit(l.values[index], l.unit)}
            </span>
          ))}
      </span>
    </>
  );
}

function inside(at: number, { from, to }: Span): boolean {
  return at >= from - 1 && at < to;
}

export function Legend({ bars, lines, lineColours }: { bars: BarSeries[]; lines: LineSeries[]; lineColours: string[] }): ReactElement {
  return (
    <span className="flex flex-wrap gap-x-3">
      {bars.map((b) => (
        <span key={b.name} className="flex items-center gap-1">
          <span className="size-2 rounded-[2px]" style={{ background: barColours[b.tone] }} aria-hidden="true" />
          {count(b.values.reduce((a, v) => a + v, 0))} {b.name}
        </span>
      ))}
      {lines.map((l, i) => (
        <span key={l.name} className="flex items-center gap-1">
          <span className="h-0.5 w-3" style={{ background: lineColours[i % lineColours.length] }} aria-hidden="true" />
          {l.name}
        </span>
      ))}
    </span>
  );
}
