import { Popover } from "radix-ui";
import { useState, type ReactElement } from "react";
import { keyText, sameKey, type Key } from "@/lib/telemetry/filter";
import { buttonLook } from "@/ui/button";
import { Combobox } from "@/ui/combobox";
import { Icon } from "@/ui/icon";

interface Props {
  label: string;
  keys: (Key & { distinct?: number })[]; // suggested, best first
  value: Key[];
  onChange: (to: Key[]) => void;
  most: number;
}

/** The keys by which a query is grouped: chips, and a way to add one. */
export function KeyPicker({ label, keys, value, onChange, most }: Props): ReactElement {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const add = (key: Key): void => {
    setOpen(false);
    setTyped("");
    if (key.key && !value.some((v) => sameKey(v, key))) onChange([...value, { source: key.source, key: key.key }]);
  };
  const free = keys.filter((k) => !value.some((v) => sameKey(v, k)));
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-1.5">
      {value.map((key) => (
        <span key={keyText(key)} className="flex h-7.5 max-w-full items-center rounded-md bg-sunken text-sm">
          <span className="truncate pl-2" title={`${key.source} ${key.key}`}>
            {key.key}
          </span>
          <button type="button" aria-label={`Do not group by ${key.key}`} onClick={() => onChange(value.filter((v) => v !== key))} className="flex h-full items-center rounded-r-md px-1.5 text-muted hover:text-text">
            <Icon name="close" className="size-3" />
          </button>
        </span>
      ))}
      {value.length < most && (
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger className={buttonLook("plain")} aria-label={`${label}: add a key`}>
            <Icon name="plus" className="size-3.5" />
            {value.length === 0 && "Key"}
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content align="start" sideOffset={4} collisionPadding={8} aria-label={label} className="z-50 h-80 w-80 max-w-[calc(100vw-16px)] animate-appear rounded-lg border border-line bg-panel p-3 shadow-pop">
              <form
                onSubmit={(event) => {
                  event.preventDefault();
                  event.stopPropagation();
                  add(keys.find((k) => k.key === typed.trim()) ?? { source: "attribute", key: typed.trim() });
                }}
              >
                <Combobox
                  label="Key to group by"
                  placeholder="Field or attribute"
                  autoFocus
                  submits
                  value={typed}
                  onChange={setTyped}
                  suggestions={free.map((k) => ({ id: keyText(k), text: k.key, note: k.distinct === undefined ? k.source : `${k.source} · ${k.distinct}` }))}
                  onPick={(s) => {
                    const picked = keys.find((k) => keyText(k) === s.id);
                    if (picked) add(picked);
                  }}
                />
              </form>
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </div>
  );
}
