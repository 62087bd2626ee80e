import type { ReactElement, ReactNode } from "react";

/** One numbered step of a guide. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }): ReactElement {
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3">
      <span className="mt-px flex size-6 items-center justify-center rounded-full border border-line-strong bg-panel text-sm font-medium" aria-hidden="true">
        {number}
      </span>
      <section aria-label={title} className="flex flex-col gap-3">
        <h2 className="leading-6 font-semibold">{title}</h2>
        {children}
      </section>
    </li>
  );
}
