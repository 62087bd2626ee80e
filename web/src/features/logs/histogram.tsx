import type { ReactElement } from "react";
import type { Severities } from "@/features/logs/api/count-severities";
import { useZoom } from "@/lib/telemetry/use-zoom";
import { Bar } from "@/ui/states";
import { Timeline } from "@/ui/timeline";

/** How many lines of each severity there were over time; a part can be brushed. */
export function Histogram({ of }: { of: Severities }): ReactElement {
  const { zoom, zoomOut } = useZoom();
  return (
    <Timeline
      label="Lines over time"
      times={of.times}
      step={of.step}
      span={of.span}
      bars={[
        { name: "errors", tone: "bad", values: of.errors },
        { name: "warnings", tone: "warn", values: of.warnings },
        { name: "info", tone: "accent", values: of.infos },
        { name: "others", tone: "off", values: of.rest },
      ]}
      onZoom={zoom}
      onZoomOut={() => zoomOut(of.span)}
    />
  );
}

export function LoadingHistogram(): ReactElement {
  return (
    <div role="status" aria-label="Loading" className="flex h-[92px] flex-col justify-end gap-2">
      <Bar className="h-12 w-full" />
      <Bar className="w-48" />
    </div>
  );
}
