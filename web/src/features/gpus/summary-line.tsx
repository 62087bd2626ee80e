import clsx from "clsx";
import type { ReactElement, ReactNode } from "react";
import { count, plural } from "@/lib/format";
import type { Sums, Summary } from "./fleet";
import { hours } from "./numbers";

/** The fleet in one line. */
export function SummaryLine({ of, sums }: { of: Summary; sums: Sums | undefined }): ReactElement {
  const lost = sums && sums.lost > 0 ? `${hours(sums.lost)} GPU-h, ${share(sums.lost / sums.hours)} lost` : undefined;
  return (
    <ul aria-label="Fleet" className="flex flex-wrap items-baseline gap-x-5 gap-y-1 rounded-lg border border-line bg-panel px-4 py-2.5">
      <Figure value={of.gpus} strong>
        {plural(of.gpus, "GPU").replace(/^\S+ /, "")}
      </Figure>
      <Figure value={of.busy}>busy</Figure>
      <Figure value={of.wasted} sign="○" tone="text-warn">
        idle but allocated{lost && <span className="text-muted"> ({lost})</span>}
      </Figure>
      <Figure value={of.throttled} sign="▾" tone="text-warn">
        throttled
      </Figure>
      <Figure value={of.errors} sign="!" tone="text-bad">
        {of.errors === 1 ? "error" : "errors"}
      </Figure>
      {of.silent > 0 && (
        <Figure value={of.silent} sign="?" tone="text-muted">
          silent
        </Figure>
      )}
    </ul>
  );
}

/** A number and what it counts; its sign is that of the cells it counts. */
function Figure({ value, sign, tone, strong = false, children }: { value: number; sign?: string; tone?: string; strong?: boolean; children: ReactNode }): ReactElement {
  const alive = value > 0;
  return (
    <li className="flex items-baseline gap-1.5 whitespace-nowrap">
      {sign && alive && (
        <span aria-hidden="true" className={clsx("font-semibold", tone)}>
          {sign}
        </span>
      )}
      <span className={clsx("text-lg font-semibold", alive ? tone : "text-muted", strong && "text-text")}>{count(value)}</span>
      <span className={clsx("text-sm", !alive && "text-muted")}>{children}</span>
    </li>
  );
}

function share(of: number): string {
  return `${(of * 100).toFixed(of < 0.1 ? 1 : 0)} %`;
}
