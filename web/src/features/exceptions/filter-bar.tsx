import type { ReactElement } from "react";
import type { ExceptionGroup } from "@/features/exceptions/api/search-exceptions";
import { Button } from "@/ui/button";
import { SmallSelect } from "@/ui/field";
import { SearchField } from "@/ui/search-field";
import { orders, type Order } from "./exception";
import { useExceptionsSearch } from "./use-search";

interface Props {
  all: ExceptionGroup[]; // of every service
  fresh: number; // how many of them are new
}

/** Words, service, type, order, and only what is new. */
export function FilterBar({ all, fresh }: Props): ReactElement {
  const { search, change } = useExceptionsSearch();
  const services = distinct(all.flatMap((g) => g.services));
  const types = distinct(all.map((g) => g.type));
  const filtered = search.q || search.service || search.type || search.new;
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2 text-sm">
      <SearchField key={search.q ?? ""} text={search.q ?? ""} onSearch={(q) => change({ q: q || undefined })} hint="Words in type, message or frame" />
      <Choice label="Service" value={search.service} options={services} onChange={(service) => change({ service })} />
      <Choice label="Type" value={search.type} options={types} onChange={(type) => change({ type })} />
      <button type="button" aria-pressed={search.new ?? false} onClick={() => change({ new: search.new ? undefined : true })} className="inline-flex h-7 items-center rounded-md border border-line-strong bg-panel px-2 font-medium aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent">
        new: {fresh}
      </button>
      {filtered && (
        <Button kind="quiet" icon="close" onClick={() => change({ q: undefined, service: undefined, type: undefined, new: undefined })}>
          Clear
        </Button>
      )}
      <label className="ml-auto flex items-center gap-1.5 text-muted">
        sort by
        <SmallSelect label="Sort by" value={search.order ?? "count"} onChange={(e) => change({ order: e.target.value === "count" ? undefined : (e.target.value as Order) })}>
          {orders.map((o) => (
            <option key={o}>{o}</option>
          ))}
        </SmallSelect>
      </label>
    </div>
  );
}

function Choice({ label, value, options, onChange }: { label: string; value: string | undefined; options: string[]; onChange: (to: string | undefined) => void }): ReactElement | null {
  if (options.length < 2 && !value) return null; // nothing to choose
  const all = value && !options.includes(value) ? [value, ...options] : options;
  return (
    <SmallSelect label={label} value={value ?? ""} onChange={(e) => onChange(e.target.value || undefined)} className={value ? "max-w-44 border-accent bg-accent-soft font-medium" : "max-w-32 text-muted"}>
      <option value="">any {label.toLowerCase()}</option>
      {all.map((o) => (
        <option key={o} value={o}>
          {o}
        </option>
      ))}
    </SmallSelect>
  );
}

function distinct(values: string[]): string[] {
  return [...new Set(values.filter(Boolean))].sort((a, b) => a.localeCompare(b));
}
