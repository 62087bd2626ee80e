import type { ReactElement } from "react";

/** A share from 0 to 1 as a number with a bar; absent is a dash. */
export function Meter({ value, label }: { value: number | undefined; label: string }): ReactElement {
  if (value === undefined) return <span className="text-muted">–</span>;
  const share = Math.max(0, Math.min(1, value));
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span className="h-1.5 w-14 overflow-hidden rounded-full bg-hover max-sm:hidden" aria-hidden="true">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="w-11 text-right" title={label}>
        {(value * 100).toFixed(value < 0.1 ? 1 : 0)} %
      </span>
    </span>
  );
}
