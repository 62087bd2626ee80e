import type { ReactElement } from "react";
import type { Key } from "@/lib/telemetry/filter";
import { IconButton } from "@/ui/button";
import { CopyIcon } from "@/ui/copy";

export interface AttributeActs {
  onFilter: (key: Key, value: string, not: boolean) => void;
  onColumn?: ((key: Key) => void) | undefined; // not where there are no columns
  isColumn?: (key: Key) => boolean;
}

interface Props extends AttributeActs {
  label: string;
  source: Key["source"];
  of: Record<string, string>;
}

/** Names and values, each to be copied, filtered for, filtered out, or shown as a column. */
export function AttributeList({ label, source, of, ...acts }: Props): ReactElement {
  const all = Object.entries(of).sort(([a], [b]) => a.localeCompare(b));
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line rounded-lg border border-line bg-panel">
      {all.map(([key, value]) => (
        <Attribute key={key} of={{ source, key }} value={value} {...acts} />
      ))}
    </ul>
  );
}

function Attribute({ of, value, onFilter, onColumn, isColumn }: AttributeActs & { of: Key; value: string }): ReactElement {
  const small = "size-6";
  return (
    <li className="group flex items-start gap-2 px-2.5 py-1 hover:bg-hover/60">
      <span className="w-2/5 max-w-56 shrink-0 font-mono text-xs leading-6 wrap-anywhere text-muted">{of.key}</span>
      <span className="max-h-60 min-w-0 flex-1 overflow-y-auto font-mono text-xs leading-6 whitespace-pre-wrap wrap-anywhere">{value}</span>
      <span className="flex shrink-0 group-focus-within:opacity-100 group-hover:opacity-100 md:opacity-0">
        <IconButton icon="plus" label={`Only ${of.key} = ${value.slice(0, 80)}`} className={small} onClick={() => onFilter(of, value, false)} />
        <IconButton icon="minus" label={`Without ${of.key} = ${value.slice(0, 80)}`} className={small} onClick={() => onFilter(of, value, true)} />
        {onColumn && of.source !== "field" && <IconButton icon="sidebar" label={isColumn?.(of) ? `Hide the column ${of.key}` : `Show ${of.key} as a column`} className={small} onClick={() => onColumn(of)} />}
        <CopyIcon text={value} label={`Copy ${of.key}`} />
      </span>
    </li>
  );
}
