import clsx from "clsx";
import { Popover } from "radix-ui";
import { useId, useState, type KeyboardEvent, type ReactElement } from "react";
import type { Wire } from "@/lib/api/types";
import { compact } from "@/lib/format";
import { findMetrics, kindWords } from "@/lib/series/defaults";
import { Icon } from "@/ui/icon";
import { reveal } from "@/ui/reveal";

type Metric = Wire<"Metric">;

interface Props {
  label: string;
  metrics: Metric[];
  loading: boolean;
  value: string;
  onPick: (metric: string) => void;
}

const most = 100;

/** Chooses a metric by words of its name or description. */
export function MetricPicker({ label, value, ...rest }: Props): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger aria-label={`${label}: ${value || "choose"}`} className="flex h-7.5 min-w-0 max-w-full items-center gap-1.5 rounded-md border border-line-strong bg-panel px-2 text-sm hover:bg-hover">
        <span className={clsx("truncate", value ? "font-medium" : "text-muted")}>{value || "Choose a metric"}</span>
        <Icon name="chevron" className="size-3 text-muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content align="start" sideOffset={4} collisionPadding={8} aria-label="Metrics" className="z-50 flex max-h-[min(26rem,70vh)] w-[34rem] max-w-[calc(100vw-16px)] animate-appear flex-col rounded-lg border border-line bg-panel shadow-pop">
          <Search
            {...rest}
            value={value}
            onPick={(metric) => {
              setOpen(false);
              rest.onPick(metric);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Search({ metrics, loading, value, onPick }: Omit<Props, "label">): ReactElement {
  const list = useId();
  const [text, setText] = useState("");
  const found = findMetrics(metrics, text);
  const [at, setAt] = useState(() => Math.max(0, found.findIndex((m) => m.name === value)));
  const shown = found.slice(0, most);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step && shown.length > 0) setAt(Math.max(0, Math.min(shown.length - 1, at + step)));
    else if (event.key === "Enter" && shown[at]) onPick(shown[at].name);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="relative border-b border-line p-2">
        <Icon name="search" className="pointer-events-none absolute top-4 left-4.5 size-3.5 text-muted" />
        <input
          role="combobox"
          aria-label="Search metrics"
          aria-expanded={true}
          aria-controls={list}
          aria-activedescendant={shown[at] ? `${list}-${at}` : undefined}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          placeholder="Words of the name or description"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-7.5 w-full rounded-md border border-line-strong bg-panel pr-2 pl-8 text-sm placeholder:text-muted/80"
        />
      </div>
      <ul id={list} role="listbox" aria-label="Metrics" className="min-h-0 flex-1 overflow-y-auto p-1">
        {shown.map((m, index) => (
          <li
            key={`${m.name} ${m.kind}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            ref={index === at ? reveal : undefined}
            onClick={() => onPick(m.name)}
            onMouseMove={() => setAt(index)}
            className={clsx("cursor-pointer rounded-md px-2 py-1", index === at && "bg-hover")}
          >
            <span className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate text-sm font-medium">{m.name}</span>
              <span className="text-xs whitespace-nowrap text-muted">
                {kindWords[m.kind]}
                {m.unit && ` · ${m.unit}`} · {sizeOf(m)}
              </span>
            </span>
            {m.description && <span className="block truncate text-xs text-muted">{m.description}</span>}
          </li>
        ))}
        {shown.length === 0 && <li role="presentation" className="px-2 py-4 text-center text-sm text-muted">{loading ? "Loading…" : metrics.length === 0 ? "No metric was sent in this time range." : "No metric is like that."}</li>}
        {found.length > most && <li role="presentation" className="px-2 py-1 text-xs text-muted">and {found.length - most} more: type to find them</li>}
      </ul>
    </>
  );
}

/** How much of a metric there is. */
export function sizeOf(m: Metric): string {
  return `${compact(m.points)} points`;
}
