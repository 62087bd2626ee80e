import type { ReactElement } from "react";
import { createPortal } from "react-dom";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { nameOf } from "./fleet";
import { measureNames, measures } from "./measures";
import { remarksOf, StateBadge } from "./state-sign";

export interface Hovered {
  gpu: Gpu;
  at: DOMRect; // of its cell
}

const width = 264; // px
const height = 210;

/** The numbers of the cell under the pointer or in focus. The cell's own name says them to screen readers. */
export function HoverCard({ of: { gpu, at } }: { of: Hovered }): ReactElement {
  const left = Math.max(8, Math.min(at.left, window.innerWidth - width - 8));
  const below = at.bottom + height + 8 < window.innerHeight;
  const remarks = remarksOf(gpu);
  return createPortal(
    <div aria-hidden="true" style={{ left, width, ...(below ? { top: at.bottom + 6 } : { bottom: window.innerHeight - at.top + 6 }) }} className="pointer-events-none fixed z-40 animate-appear rounded-lg border border-line bg-panel p-3 text-sm shadow-pop">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="truncate font-semibold">{nameOf(gpu)}</p>
          <p className="truncate text-xs text-muted">{gpu.name}</p>
        </div>
        <StateBadge gpu={gpu} />
      </div>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {measureNames.map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right">{measures[name].long(gpu)}</dd>
          </div>
        ))}
        <dt className="text-muted">pod</dt>
        <dd className="truncate text-right">{gpu.pods.join(", ") || "–"}</dd>
      </dl>
      {remarks.length > 0 && <p className="mt-1.5 border-t border-line pt-1.5 text-xs">{remarks.join(" · ")}</p>}
    </div>,
    document.body,
  );
}
