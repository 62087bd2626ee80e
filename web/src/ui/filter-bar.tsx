import { Popover } from "radix-ui";
import { useState, type ReactElement, type ReactNode } from "react";
import { addFilter, filterWords, keyText, opWords, sameKey, type Filter, type Key } from "@/lib/telemetry/filter";
import { Button, buttonLook } from "./button";
import { FilterForm } from "./filter-form";
import { Icon } from "./icon";
import { SearchField } from "./search-field";

/** A key that filters may be on. */
export interface KeyOption extends Key {
  label?: string; // its name for people; else the key
  number?: boolean; // holds numbers, so that it is compared rather than searched
}

export interface FilterBarProps {
  filters: Filter[];
  onChange: (to: Filter[]) => void;
  keys: KeyOption[]; // suggested, best first; any other attribute may be typed
  values?: string[]; // suggested for the key that onKey told of
  onKey?: (key: Key | undefined) => void; // the key whose value is being chosen
  text?: string; // words searched; undefined: there is no search field
  onText?: (to: string) => void;
  textHint?: string; // what is searched: "Words in the message"
  children?: ReactNode; // more controls at the end
}

/** What is searched and filtered: words, a chip for each filter, and a way to add one. */
export function FilterBar({ filters, onChange, keys, values = [], onKey, text, onText, textHint = "Search", children }: FilterBarProps): ReactElement {
  const nameOf = (key: Key): string | undefined => keys.find((k) => sameKey(k, key))?.label;
  const replace = (old: Filter, to: Filter): void => onChange(addFilter(filters.filter((f) => f !== old), to));
  const form = { keys, values, onKey };
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-1.5">
      {text !== undefined && onText && <SearchField text={text} onSearch={onText} hint={textHint} />}
      {filters.map((filter, index) => (
        <Chip key={keyText(filter) + index} filter={filter} label={nameOf(filter)} onRemove={() => onChange(filters.filter((f) => f !== filter))} onReplace={(to) => replace(filter, to)} {...form} />
      ))}
      <Edit
        trigger={
          <button type="button" className={buttonLook("plain")}>
            <Icon name="plus" className="size-3.5" />
            Filter
          </button>
        }
        onDone={(filter) => onChange(addFilter(filters, filter))}
        {...form}
      />
      {filters.length > 0 && (
        <Button kind="quiet" onClick={() => onChange([])}>
          Clear
        </Button>
      )}
      {children && <div className="ml-auto flex items-center gap-1.5">{children}</div>}
    </div>
  );
}

type FormProps = Pick<FilterBarProps, "keys" | "onKey"> & { values: string[] };

/** One filter: a click changes it, the cross removes it. */
function Chip({ filter, label = filter.key, onRemove, onReplace, ...form }: FormProps & { filter: Filter; label?: string | undefined; onRemove: () => void; onReplace: (to: Filter) => void }): ReactElement {
  const words = filterWords(filter, label);
  return (
    <span className="flex h-7.5 max-w-full items-center rounded-md bg-accent-soft text-sm text-accent">
      <Edit
        filter={filter}
        trigger={
          <button type="button" title={words} aria-label={`Change filter: ${words}`} className="flex min-w-0 items-baseline gap-1 rounded-l-md py-1 pl-2 hover:brightness-95">
            <span className="max-w-44 truncate">{label}</span>
            <span className="whitespace-nowrap">{opWords(filter.op, filter.not)}</span>
            <span className="max-w-56 truncate font-medium">{filter.values.map((v) => v || "(empty)").join(", ")}</span>
          </button>
        }
        onDone={onReplace}
        {...form}
      />
      <button type="button" aria-label={`Remove filter: ${words}`} title="Remove" onClick={onRemove} className="flex h-full items-center rounded-r-md px-1.5 hover:brightness-95">
        <Icon name="close" className="size-3" />
      </button>
    </span>
  );
}

function Edit({ trigger, filter, onDone, ...form }: FormProps & { trigger: ReactNode; filter?: Filter; onDone: (filter: Filter) => void }): ReactElement {
  const [open, setOpen] = useState(false);
  const change = (to: boolean): void => {
    setOpen(to);
    form.onKey?.(to && filter ? { source: filter.source, key: filter.key } : undefined);
  };
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content align="start" sideOffset={4} collisionPadding={8} aria-label={filter ? "Change the filter" : "Add a filter"} className="z-50 w-80 max-w-[calc(100vw-16px)] animate-appear rounded-lg border border-line bg-panel p-3 shadow-pop">
          <FilterForm
            {...form}
            filter={filter}
            onDone={(to) => {
              change(false);
              onDone(to);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
