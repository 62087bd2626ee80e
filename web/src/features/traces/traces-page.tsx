import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { countValues, useFacetValues, type Records } from "@/features/traces/api/count-values";
import { useAttributeKeys } from "@/features/traces/api/list-attribute-keys";
import { traceIdOf } from "@/features/traces/api/trace-id";
import { useRange, useScope } from "@/lib/scope";
import { valueFilter, writeFilters, type Key } from "@/lib/telemetry/filter";
import { useFilters } from "@/lib/telemetry/use-filters";
import { rangeName } from "@/lib/time/range";
import { Button } from "@/ui/button";
import { Facets, useOpenFacets } from "@/ui/facets";
import { SmallSelect } from "@/ui/field";
import { FilterBar } from "@/ui/filter-bar";
import { Page } from "@/ui/page";
import { Dot } from "@/ui/status";
import { Switch } from "@/ui/switch";
import { whyRootless } from "./cells";
import { isOfRoot, keyOptions, spanFacets, traceFacets } from "./keys";
import { OverTime } from "./over-time";
import { RecordList } from "./record-list";
import { TraceDrawer } from "./trace-drawer";
import { useTracesSearch } from "./use-search";

/** The list of traces, or of spans, with what they are chosen by. */
export function TracesPage(): ReactElement {
  const range = useRange();
  const { search, change } = useTracesSearch();
  const { filters, text } = useFilters();
  const spans = search.list === "spans";
  const records: Records = { signal: "traces", filters, text, ...(!spans && { roots: true, rootless: search.rootless }) };
  return (
    <Page
      title="Traces"
      about={spans ? `Every span of the ${rangeName(range)}.` : `Requests through all services, ${rangeName(range)}.`}
      action={<Switch label="List" value={spans ? "spans" : "traces"} options={["traces", "spans"]} onChange={(to) => change({ list: to === "spans" ? "spans" : undefined })} />}
    >
      <div className="flex flex-col gap-1.5">
        <Asked records={records} />
        <Meaning records={records} />
      </div>
      <div className="flex gap-4 max-md:flex-col">
        <Sides records={records} />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <OverTime records={records} />
          <RecordList records={records} />
        </div>
      </div>
      <TraceDrawer />
    </Page>
  );
}

const pressed = "aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent";

/** The words, the filters and the order. */
function Asked({ records }: { records: Records }): ReactElement {
  const scope = useScope();
  const range = useRange();
  const navigate = useNavigate();
  const { search, change } = useTracesSearch();
  const { filters, text, setFilters, setText } = useFilters();
  const [asked, setAsked] = useState<Key>();
  const keys = useAttributeKeys(scope, range, "traces");
  const among = asked && isOfRoot(asked) ? { ...records, roots: true } : records;
  const values = useQuery({ ...countValues(scope, range, among, asked ? [asked] : [], 100), enabled: asked !== undefined });
  const seek = (words: string): void => {
    const trace = traceIdOf(words);
    if (trace) void navigate({ to: "/p/$project/$environment/traces/$trace", params: { ...scope, trace } });
    else if (/^[0-9a-f]{16}$/i.test(words)) change({ list: "spans", q: undefined, where: writeFilters([valueFilter({ source: "field", key: "spanId" }, words.toLowerCase())]) });
    else setText(words);
  };
  return (
    <FilterBar filters={filters} onChange={setFilters} keys={keyOptions(keys.data ?? [])} values={asked && values.data?.[0]?.map((v) => v.value)} onKey={setAsked} text={text} onText={seek} textHint="Words in names, messages, attributes; or an id">
      {records.roots && (
        <Button icon="rootless" aria-pressed={records.rootless ?? false} title={`List also traces whose root span was not received. ${whyRootless}`} className={pressed} onClick={() => change({ rootless: records.rootless ? undefined : true })}>
          Without a root too
        </Button>
      )}
      <SmallSelect label="Order" value={search.order ?? "newest"} onChange={(event) => change({ order: event.target.value === "slowest" ? "slowest" : undefined }, true)}>
        <option value="newest">newest first</option>
        <option value="slowest">slowest first</option>
      </SmallSelect>
    </FilterBar>
  );
}

/** What it means that a record fulfils what is asked. */
function Meaning({ records: { filters, text, roots } }: { records: Records }): ReactElement | null {
  if (filters.length === 0 && !text) return null;
  const words = roots ? "Traces of which one span has all of this; “not” leaves out a trace when any of its spans has it. Operation, Begun by and Duration are of the whole trace." : "Spans that have all of this.";
  return <p className="text-xs text-muted">{words}</p>;
}

function Sides({ records }: { records: Records }): ReactElement {
  const { filters, setFilters } = useFilters();
  const facets = records.roots ? traceFacets : spanFacets;
  const { isOpen, toggle } = useOpenFacets(records.roots ? "traces" : "spans", facets);
  const { valuesOf, onMore } = useFacetValues(useScope(), useRange(), records, facets.filter(isOpen));
  // Nearly every trace has some span without a model, a tool, a user: what has none says nothing of a trace.
  const named = (key: Key): ReturnType<typeof valuesOf> => {
    const found = valuesOf(key);
    return records.roots ? { ...found, values: found.values?.filter((v) => v.value !== "") } : found;
  };
  return (
    <Facets facets={facets} isOpen={isOpen} onToggle={toggle} valuesOf={named} onMore={onMore} filters={filters} onChange={setFilters} draw={(key, value) => (key.key === "status" ? <Status value={value} /> : value)} />
  );
}

function Status({ value }: { value: string }): ReactElement {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Dot tone={value === "Error" ? "bad" : value === "Ok" ? "ok" : "off"} />
      {value}
    </span>
  );
}
