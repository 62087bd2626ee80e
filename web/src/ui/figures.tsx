import clsx from "clsx";
import type { ReactElement, ReactNode } from "react";

/** One number that a page begins with. */
export interface Figure {
  name: string;
  value: ReactNode;
  by?: string; // its change
  note?: ReactNode; // what it is made of
}

const widths: Record<number, string> = { 4: "sm:grid-cols-4", 5: "sm:grid-cols-5", 6: "sm:grid-cols-3 xl:grid-cols-6" };

/** A few numbers beside each other, each with its change from what it is compared with. */
export function Figures({ label, columns, of }: { label?: string; columns: 4 | 5 | 6; of: Figure[] }): ReactElement {
  return (
    <dl aria-label={label} className={clsx("grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line", widths[columns])}>
      {of.map(({ name, value, by, note }) => (
        <div key={name} className="min-w-0 bg-panel px-3.5 py-2 max-sm:odd:last:col-span-2">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="flex items-baseline gap-2 whitespace-nowrap">
            <span className="text-lg font-semibold">{value}</span>
            <span className="text-xs text-muted">{by}</span>
          </dd>
          {note && <dd className="text-xs text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
