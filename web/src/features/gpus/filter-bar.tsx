import type { ReactElement } from "react";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { Button } from "@/ui/button";
import { SmallSelect } from "@/ui/field";
import { filterNames, groupNames, optionsOf, type FilterName, type GroupName } from "./fleet";
import { measureNames, type MeasureName } from "./measures";
import { kindName } from "./numbers";
import { isFiltered, views } from "./search";
import { useGpusSearch } from "./use-search";

/** Colour, grouping, filters; and the way to the zombies. */
export function FilterBar({ gpus, zombies }: { gpus: Gpu[]; zombies: number }): ReactElement {
  const { search, change } = useGpusSearch();
  const filtered = isFiltered(search) || (search.host !== undefined && !search.gpu);
  const triage = search.state === "zombie";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <div role="group" aria-label="Show" className="flex rounded-md border border-line-strong bg-panel p-px">
        {views.map((v) => (
          <button key={v} type="button" aria-pressed={(search.view ?? "now") === v} onClick={() => change({ view: v === "now" ? undefined : v })} className="h-6.5 rounded-[5px] px-2 text-muted hover:text-text aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent">
            {{ now: "grid", series: "over time" }[v]}
          </button>
        ))}
      </div>
      {search.view !== "series" && (
        <label className="flex items-center gap-1.5 text-muted">
          colour by
          <SmallSelect label="Colour by" value={search.by ?? "utilization"} onChange={(e) => change({ by: e.target.value === "utilization" ? undefined : (e.target.value as MeasureName) })}>
            {measureNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SmallSelect>
        </label>
      )}
      <label className="flex items-center gap-1.5 text-muted">
        group by
        <SmallSelect label="Group by" value={search.group ?? "node"} onChange={(e) => change({ group: e.target.value === "node" ? undefined : (e.target.value as GroupName) })}>
          {groupNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SmallSelect>
      </label>
      <button
        type="button"
        aria-pressed={triage}
        onClick={() => change(triage ? { state: undefined } : { state: "zombie", is: undefined })}
        className={`ml-auto inline-flex h-7 items-center gap-1.5 rounded-md border px-2 font-medium ${triage ? "border-accent bg-accent-soft text-accent" : zombies > 0 ? "border-bad/50 bg-bad-soft text-bad" : "border-line text-muted"}`}
      >
        <span aria-hidden="true">▣</span>
        zombies: {zombies}
      </button>
      <div role="group" aria-label="Filters" className="flex basis-full flex-wrap items-center gap-1.5">
        {filterNames.map((name) => (
          <FilterSelect key={name} name={name} value={search[name]} options={optionsOf(gpus, search, name)} onChange={(value) => change({ [name]: value })} />
        ))}
        {search.host && !search.gpu && <span className="inline-flex h-7 items-center rounded-md border border-accent bg-accent-soft px-2 font-medium">host {search.host}</span>}
        {filtered && (
          <Button kind="quiet" icon="close" onClick={() => change({ ...Object.fromEntries(filterNames.map((name) => [name, undefined])), is: undefined, host: undefined })}>
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}

function FilterSelect({ name, value, options, onChange }: { name: FilterName; value: string | undefined; options: string[]; onChange: (value: string | undefined) => void }): ReactElement | null {
  if (options.length < 2 && !value) return null; // nothing to choose
  return (
    <SmallSelect label={`Filter by ${name}`} value={value ?? ""} onChange={(e) => onChange(e.target.value || undefined)} className={value ? "max-w-44 border-accent bg-accent-soft font-medium" : "max-w-27 text-muted"}>
      <option value="">any {name}</option>
      {options.map((o) => (
        <option key={o} value={o}>
          {name === "type" ? kindName(o) : o}
        </option>
      ))}
    </SmallSelect>
  );
}
