import type { ReactElement } from "react";
import { Bar } from "@/ui/states";

/** The layout of a trace before it is there. */
export function LoadingTrace(): ReactElement {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3">
      <Bar className="w-72" />
      <Bar className="h-9 w-full" />
      <div className="flex flex-col gap-3 rounded-lg border border-line bg-panel p-3">
        {Array.from({ length: 9 }, (_, row) => (
          <div key={row} className="flex items-center gap-4">
            <Bar className="w-40" />
            <span style={{ marginLeft: row * 24 }}>
              <Bar className={row % 3 === 0 ? "w-56" : "w-24"} />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
