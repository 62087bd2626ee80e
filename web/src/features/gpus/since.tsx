import type { ReactElement } from "react";
import { useRange } from "@/lib/scope";
import { useNow } from "@/lib/time/now";
import { spanOf } from "@/lib/time/range";
import { duration, instant } from "@/lib/time/relative";
import { written } from "@/lib/time/zone";

const report = 300_000; // ms: the longest usual time between two reports
const day = 20 * 3_600_000; // ms from which on the day is told too

/** Since when something holds, and for how long. What held when the range began has held for longer. */
export function Since({ at, step = 60_000 }: { at: number; step?: number }): ReactElement {
  const { from, to } = spanOf(useRange(), useNow(15_000));
  const earlier = at - from < Math.max(2 * step, Math.min(report, (to - from) / 10)); // not seen to begin
  const clock = written(at, { ...(to - at > day && { month: "short", day: "numeric" }), hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return (
    <time dateTime={new Date(at).toISOString()} title={earlier ? "It began before the time range; a longer one may show when" : instant(at)} className="whitespace-nowrap">
      {earlier && "over "}
      {duration(Math.max(0, to - at) / 1000)} <span className="text-muted max-sm:hidden">· {earlier ? `before ${clock}` : clock}</span>
    </time>
  );
}
