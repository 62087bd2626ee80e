import type { ReactElement } from "react";

/** A number with a bar of its share, 0 to 1; absent is a dash. */
export function BarText({ share, text, bad = false }: { share: number | undefined; text: string | undefined; bad?: boolean }): ReactElement {
  if (text === undefined) return <span className="text-muted">–</span>;
  return (
    <span className="inline-flex items-center justify-end gap-2 whitespace-nowrap">
      {share !== undefined && (
        <span className="h-1.5 w-8 overflow-hidden rounded-full bg-hover max-sm:hidden" aria-hidden="true">
          <span className={`block h-full rounded-full ${bad ? "bg-bad" : "bg-accent"}`} style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
        </span>
      )}
      <span className="min-w-9 text-right">{text}</span>
    </span>
  );
}
