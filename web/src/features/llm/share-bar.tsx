import type { ReactElement } from "react";

/** A share of a whole, 0 to 1, as a bar with its number. */
export function ShareBar({ share, text }: { share: number; text: string }): ReactElement {
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <span className="h-2 w-12 overflow-hidden rounded-[3px] bg-hover" aria-hidden="true">
        <span className="block h-full rounded-[3px] bg-accent" style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
      </span>
      <span className="text-muted">{text}</span>
    </span>
  );
}
