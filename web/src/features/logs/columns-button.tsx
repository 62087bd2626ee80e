import { Popover } from "radix-ui";
import { useState, type ReactElement } from "react";
import { keyText, sameKey, type Key } from "@/lib/telemetry/filter";
import { buttonLook } from "@/ui/button";
import { Tick } from "@/ui/field";
import { useLogsSearch } from "./use-search";

const most = 60; // keys that are offered at once

/** Which attributes have a column of their own. */
export function ColumnsButton({ keys }: { keys: Key[] }): ReactElement {
  const { columns, toggle } = useLogsSearch();
  const [sought, setSought] = useState("");
  const others = keys.filter((k) => !columns.some((c) => sameKey(c, k)));
  const found = [...columns, ...others].filter((k) => k.key.toLowerCase().includes(sought.toLowerCase()));
  return (
    <Popover.Root onOpenChange={() => setSought("")}>
      <Popover.Trigger className={buttonLook("quiet")}>Columns{columns.length > 0 ? ` (${columns.length})` : ""}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content align="end" sideOffset={4} collisionPadding={8} aria-label="Columns" className="z-50 flex max-h-96 w-72 animate-appear flex-col gap-2 rounded-lg border border-line bg-panel p-3 shadow-pop">
          <input type="search" aria-label="Search attributes" placeholder="Search attributes" value={sought} onChange={(event) => setSought(event.target.value)} className="h-7.5 w-full rounded-md border border-line-strong bg-panel px-2.5 text-sm placeholder:text-muted/80" />
          <div className="flex flex-col gap-1.5 overflow-y-auto">
            {found.slice(0, most).map((k) => (
              <Tick key={keyText(k)} label={k.key} hint={k.source} checked={columns.some((c) => sameKey(c, k))} onChange={() => toggle(k)} />
            ))}
            {found.length === 0 && <p className="text-sm text-muted">No attribute holds “{sought}”.</p>}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
