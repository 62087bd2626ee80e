import type { ReactElement } from "react";
import { count as written } from "@/lib/format";
import type { Filter } from "@/lib/telemetry/filter";
import { CallsLink, failedCalls } from "./calls-link";

/** How many calls of a row failed; they are a click away. */
export function Errors({ count, of }: { count: number; of: Filter }): ReactElement {
  if (count === 0) return <span className="text-muted">0</span>;
  return (
    <CallsLink also={[of, failedCalls]} label="the spans that failed" className="text-bad">
      {written(count)}
    </CallsLink>
  );
}
