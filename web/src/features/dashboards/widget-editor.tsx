import { useRef, type ReactElement } from "react";
import type { Widget } from "@/features/dashboards/api/get-dashboard";
import { useSuggestions } from "@/features/metrics/api/suggest";
import { useRange, useScope } from "@/lib/scope";
import { formulaError } from "@/lib/series/formula";
import { mostQueries, nameOf, newQuery, type Query } from "@/lib/series/query";
import { useBrush } from "@/lib/series/use-brush";
import { Button, IconButton } from "@/ui/button";
import { SelectField, TextField, Tick } from "@/ui/field";
import { QueryEditor } from "@/ui/series/query-editor";
import { useSize } from "./use-size";
import { kinds, queriesOf, reductions, reduceWords, withKind, withQueries, type Kind, type Reduce } from "./widget";
import { WidgetBody } from "./widget-body";

interface Props {
  widget: Widget;
  onChange: (to: Widget) => void;
  onClose: () => void;
}

/** Everything about a widget; it changes on the dashboard at once. */
export function WidgetEditor({ widget, onChange, onClose }: Props): ReactElement {
  const set = (to: Partial<Widget>): void => onChange({ ...widget, ...to });
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField label="Kind" value={widget.kind} hint={kinds[widget.kind].about} onChange={(e) => onChange(withKind(widget, e.target.value as Kind))}>
          {Object.entries(kinds).map(([kind, { name }]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label="Title" maxLength={200} value={widget.title ?? ""} onChange={(e) => set({ title: e.target.value })} />
      </div>
      <Preview widget={widget} />
      {widget.kind === "text" ? <TextOf widget={widget} set={set} /> : <Queries widget={widget} onChange={onChange} />}
      {widget.kind !== "text" && <Looks widget={widget} set={set} />}
      <div className="flex justify-end">
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}

/** The widget as it is: its place on the dashboard may be out of sight. */
function Preview({ widget }: { widget: Widget }): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const brush = useBrush();
  return (
    <div ref={box} role="group" aria-label="Preview" className={`shrink-0 overflow-hidden rounded-lg border border-line pt-2 ${widget.kind === "number" || widget.kind === "text" ? "h-28" : "h-52"}`}>
      {size.height > 0 && <WidgetBody widget={widget} size={{ ...size, height: size.height - 8 }} group={`preview ${widget.id}`} brush={brush} />}
    </div>
  );
}

function TextOf({ widget, set }: { widget: Widget; set: (to: Partial<Widget>) => void }): ReactElement {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor="widget-text" className="text-sm font-medium">
        Text
      </label>
      <textarea id="widget-text" aria-describedby="widget-text-note" rows={10} maxLength={20_000} value={widget.text ?? ""} onChange={(e) => set({ text: e.target.value })} className="rounded-md border border-line-strong bg-panel px-2.5 py-1.5 text-base" />
      <p id="widget-text-note" className="text-xs text-muted">
        # title, - list, **strong**, `code`, [name](https://…)
      </p>
    </div>
  );
}

function Queries({ widget, onChange }: { widget: Widget; onChange: (to: Widget) => void }): ReactElement {
  const queries = queriesOf(widget);
  const setQueries = (to: Query[]): void => onChange(withQueries(widget, to));
  const formula = widget.formula ?? "";
  return (
    <>
      <div className="divide-y divide-line rounded-lg border border-line">
        {queries.map((query, index) => (
          <Row key={index} name={nameOf(index)} query={query} onChange={(to) => setQueries(queries.map((q, i) => (i === index ? to : q)))} onRemove={queries.length > 1 ? () => setQueries(queries.filter((_, i) => i !== index)) : undefined} />
        ))}
      </div>
      <div className="flex items-start gap-3">
        <Button icon="plus" className="mt-6" disabled={queries.length >= mostQueries} onClick={() => setQueries([...queries, newQuery(queries.at(-1)?.source)])}>
          Query
        </Button>
        <TextField label="Formula" placeholder="a / b" maxLength={200} className="flex-1" value={formula} error={formulaError(formula, queries.length)} hint="of the queries, shown instead of them" onChange={(e) => onChange({ ...widget, formula: e.target.value || undefined })} />
      </div>
    </>
  );
}

function Row({ name, query, onChange, onRemove }: { name: string; query: Query; onChange: (to: Query) => void; onRemove: (() => void) | undefined }): ReactElement {
  const suggest = useSuggestions(useScope(), useRange(), query);
  return <QueryEditor name={name} query={query} onChange={onChange} suggest={suggest} actions={onRemove && <IconButton icon="trash" label={`Remove query ${name}`} onClick={onRemove} />} />;
}

function Looks({ widget, set }: { widget: Widget; set: (to: Partial<Widget>) => void }): ReactElement {
  const grouped = widget.kind === "top" || widget.kind === "bar";
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <TextField label="Unit" placeholder="that of the metric" hint="By, 1, s, USD …" maxLength={32} value={widget.unit ?? ""} onChange={(e) => set({ unit: e.target.value || undefined })} />
      {widget.kind === "series" ? (
        <div className="sm:pt-6">
          <Tick label="Stacked" checked={widget.stacked ?? false} onChange={(e) => set({ stacked: e.target.checked || undefined })} />
        </div>
      ) : (
        <SelectField label="Value of the range" value={widget.reduce ?? ""} onChange={(e) => set({ reduce: (e.target.value || undefined) as Reduce | undefined })}>
          <option value="">as suits it</option>
          {reductions.map((r) => (
            <option key={r} value={r}>
              {reduceWords[r]}
            </option>
          ))}
        </SelectField>
      )}
      {grouped && <TextField label="Groups" type="number" min={1} max={50} value={widget.limit ?? 10} onChange={(e) => set({ limit: Math.max(1, Math.min(50, Math.round(Number(e.target.value)) || 10)) })} />}
    </div>
  );
}
