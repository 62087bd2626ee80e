import type { ReactElement, ReactNode } from "react";
import { CopyButton } from "./copy";
import { Icon } from "./icon";

/** Something that is shown only now, with what to do about it. */
export function Secret({ label, value, children }: { label: string; value: string; children: ReactNode }): ReactElement {
  return (
    <div className="rounded-lg border border-warn/50 bg-warn-soft p-3">
      <p className="flex items-center gap-1.5 text-sm font-medium text-warn">
        <Icon name="alert" className="size-3.5" />
        {children}
      </p>
      <div className="mt-2 flex items-start gap-2">
        <output aria-label={label} className="min-w-0 flex-1 rounded-md border border-line bg-panel px-2.5 py-1.5 font-mono text-sm break-all select-all">
          {value}
        </output>
        <CopyButton text={value} label={`Copy: ${label}`} />
      </div>
    </div>
  );
}
