import type { ReactElement } from "react";
import { useRange } from "@/lib/scope";
import { useZoom } from "@/lib/telemetry/use-zoom";
import { spanOf } from "@/lib/time/range";
import { Timeline } from "@/ui/timeline";

/** Occurrences in equal parts of the time range, as they were counted at an instant (ms since 1970). */
export function OverTime({ counts, at }: { counts: number[]; at: number }): ReactElement {
  const span = spanOf(useRange(), at);
  const step = (span.to - span.from) / Math.max(1, counts.length);
  const { zoom, zoomOut } = useZoom();
  return <Timeline label="Occurrences over time" times={counts.map((_, i) => span.from + i * step)} step={step} span={span} bars={[{ name: "occurrences", tone: "bad", values: counts }]} onZoom={zoom} onZoomOut={() => zoomOut(span)} />;
}
