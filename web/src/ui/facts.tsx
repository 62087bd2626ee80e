import type { ReactElement, ReactNode } from "react";

/** Names and values beside each other. */
export function Facts({ of, mono = false }: { of: [string, ReactNode][]; mono?: boolean }): ReactElement {
  return (
    <dl className="grid grid-cols-[minmax(110px,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {of.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className={mono ? "font-mono text-xs leading-[18px] text-muted" : "text-muted"}>{name}</dt>
          <dd className={mono ? "font-mono text-xs leading-[18px] break-all" : "break-words"}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
