import { Link } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { useScope } from "@/lib/scope";
import { valueFilter, writeFilters, type Source } from "@/lib/telemetry/filter";
import { useCopy } from "@/ui/copy";
import { Icon } from "@/ui/icon";
import { Section } from "@/ui/page";

interface Props {
  title: string;
  about?: string;
  source: Source;
  of: Record<string, string> | undefined;
  cut?: string[] | undefined; // keys whose values are shortened here
}

const many = 8; // attributes from which on they can be searched

/** Attributes by name: each can be copied, and spans be filtered by it. */
export function Attributes({ title, about, source, of = {}, cut = [] }: Props): ReactElement | null {
  const [sought, setSought] = useState("");
  const all = Object.entries(of).sort(([a], [b]) => a.localeCompare(b));
  const shown = all.filter(([key, value]) => `${key} ${value}`.toLowerCase().includes(sought.toLowerCase()));
  if (all.length === 0) return null;
  return (
    <Section
      title={title}
      about={about}
      action={
        all.length > many && (
          <input type="search" aria-label={`Search ${title.toLowerCase()}`} placeholder="Search" value={sought} onChange={(event) => setSought(event.target.value)} className="h-6.5 w-36 rounded border border-line-strong bg-panel px-2 text-xs placeholder:text-muted" />
        )
      }
    >
      <dl className="divide-y divide-line rounded-lg border border-line">
        {shown.map(([key, value]) => (
          <Attribute key={key} source={source} name={key} value={value} cut={cut.includes(key)} />
        ))}
        {shown.length === 0 && <p className="px-2.5 py-1.5 text-xs text-muted">None holds “{sought}”.</p>}
      </dl>
    </Section>
  );
}

function Attribute({ source, name, value, cut }: { source: Source; name: string; value: string; cut: boolean }): ReactElement {
  const scope = useScope();
  const { copied, copy } = useCopy(value);
  const look = "flex size-6 items-center justify-center rounded text-muted hover:bg-hover hover:text-text";
  return (
    <div className="group grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-x-3 px-2.5 py-1 font-mono text-xs leading-[18px] max-sm:grid-cols-[minmax(0,1fr)_auto]">
      <dt className="break-words text-muted max-sm:col-span-full">{name}</dt>
      <dd className="max-h-60 overflow-y-auto break-all whitespace-pre-wrap">
        {value}
        {cut && "…"}
      </dd>
      <dd className="flex md:opacity-30 md:group-focus-within:opacity-100 md:group-hover:opacity-100">
        <button type="button" onClick={copy} aria-label={copied ? "Copied" : `Copy ${name}`} title="Copy" className={look}>
          <Icon name={copied ? "check" : "copy"} className="size-3.5" />
        </button>
        {value.length <= 256 && (
          <Link
            to="/p/$project/$environment/traces"
            params={scope}
            search={{ list: "spans", where: writeFilters([valueFilter({ source, key: name }, value)]) }}
            aria-label={`Spans with ${name} = ${value}`}
            title="Spans with this"
            className={look}
          >
            <Icon name="filter" className="size-3.5" />
          </Link>
        )}
      </dd>
    </div>
  );
}
