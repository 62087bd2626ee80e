import { useState, type ReactElement } from "react";
import { useManyQueries } from "@/features/metrics/api/run-query";
import { useSuggestions } from "@/features/metrics/api/suggest";
import { useRange, useScope } from "@/lib/scope";
import { formulaError } from "@/lib/series/formula";
import { byUnit, type Line, type Result } from "@/lib/series/lines";
import { isComplete, mostQueries, nameOf, newQuery, queryWords, type Query } from "@/lib/series/query";
import { useBrush } from "@/lib/series/use-brush";
import { addFilter, valueFilter } from "@/lib/telemetry/filter";
import { useNow } from "@/lib/time/now";
import { rangeName, spanOf } from "@/lib/time/range";
import { Button, IconButton } from "@/ui/button";
import { Panel } from "@/ui/page";
import { QueryEditor } from "@/ui/series/query-editor";
import { SeriesView } from "@/ui/series/series-view";
import { Failed } from "@/ui/states";
import { Switch } from "@/ui/switch";
import { SeriesTable } from "./series-table";
import { useMetricsSearch } from "./use-search";

/** Queries, their chart, and what each line amounts to. */
export function Explorer(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { queries, formula, stacked, setQueries, change } = useMetricsSearch();
  const answers = useManyQueries(scope, range, queries, { limit: 100 });
  const wrong = formulaError(formula, queries.length);
  const results = answers.map((a) => a.data);
  const failed = answers.findIndex((a) => a.isError);
  const loading = answers.some((a, i) => a.isPending && isComplete(queries[i] ?? newQuery()));
  const drawn = byUnit(queries, results, wrong ? "" : formula);
  const replace = (index: number, to: Query): void => setQueries(queries.map((q, i) => (i === index ? to : q)));
  const only = (line: Line): void => setQueries(queries.map((q) => narrowed(q, line)));
  return (
    <>
      <Panel className="divide-y divide-line p-0!">
        {queries.map((query, index) => (
          <Row
            key={index}
            name={nameOf(index)}
            query={query}
            onChange={(to) => replace(index, to)}
            onCopy={queries.length < mostQueries ? () => setQueries([...queries, query]) : undefined}
            onRemove={queries.length > 1 ? () => setQueries(queries.filter((_, i) => i !== index)) : undefined}
          />
        ))}
        <div className="flex flex-wrap items-center gap-3 px-3 py-2">
          <Button icon="plus" disabled={queries.length >= mostQueries} onClick={() => setQueries([...queries, newQuery()])}>
            Query
          </Button>
          <FormulaField key={formula} value={formula} queries={queries.length} onChange={(to) => change({ formula: to || undefined })} />
        </div>
      </Panel>
      <Panel className="flex flex-col gap-2">
        <div className="flex items-center justify-between gap-3">
          <h2 className="min-w-0 truncate font-semibold">{formula && !wrong ? formula : queries.filter((q) => !q.hidden && isComplete(q)).map(queryWords).join(", ") || "Choose a metric"}</h2>
          <Switch label="Drawn as" value={stacked ? "stacked" : "lines"} options={["lines", "stacked"]} onChange={(to) => change({ stacked: to === "stacked" || undefined })} />
        </div>
        {failed >= 0 && <Failed what={`Query ${nameOf(failed)}`} error={answers[failed]?.error} retry={() => void answers[failed]?.refetch()} />}
        <Drawing results={drawn} loading={loading} stacked={stacked} />
      </Panel>
      {drawn.map((r) => (
        <SeriesTable key={r.unit} result={r} onOpen={only} />
      ))}
    </>
  );
}

/** The query that only a line comes from, where the query is grouped by the line's labels. */
function narrowed(query: Query, line: Line): Query {
  const filters = query.groupBy.flatMap((key) => (line.labels[key.key] ? [valueFilter(key, line.labels[key.key] ?? "")] : []));
  return { ...query, filters: filters.reduce((all, f) => addFilter(all.filter((o) => o.key !== f.key || o.source !== f.source || o.op !== "in"), f), query.filters) };
}

interface RowProps {
  name: string;
  query: Query;
  onChange: (to: Query) => void;
  onCopy: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

function Row({ name, query, onChange, onCopy, onRemove }: RowProps): ReactElement {
  const suggest = useSuggestions(useScope(), useRange(), query);
  return (
    <QueryEditor
      name={name}
      query={query}
      onChange={onChange}
      only="metric"
      suggest={suggest}
      actions={
        <>
          {(onRemove || query.hidden) && (
            <Button kind="quiet" aria-pressed={query.hidden} title="A hidden query still counts in the formula" onClick={() => onChange({ ...query, hidden: !query.hidden })}>
              {query.hidden ? "Hidden" : "Shown"}
            </Button>
          )}
          {onCopy && <IconButton icon="copy" label={`Copy query ${name}`} onClick={onCopy} />}
          {onRemove && <IconButton icon="trash" label={`Remove query ${name}`} onClick={onRemove} />}
        </>
      }
    />
  );
}

/** A number made of the queries. It is taken over when it is complete. */
function FormulaField({ value, queries, onChange }: { value: string; queries: number; onChange: (to: string) => void }): ReactElement {
  const [text, setText] = useState(value);
  const wrong = formulaError(text, queries);
  const done = (): void => {
    if (!wrong && text.trim() !== value) onChange(text.trim());
  };
  return (
    <form
      className="flex min-w-0 flex-wrap items-center gap-2 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <label htmlFor="formula" className="text-muted">
        Formula
      </label>
      <input
        id="formula"
        value={text}
        placeholder="a / b"
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={wrong ? true : undefined}
        aria-describedby="formula-note"
        onChange={(e) => setText(e.target.value)}
        onBlur={done}
        className="h-7.5 w-44 rounded-md border border-line-strong bg-panel px-2 font-mono text-sm placeholder:text-muted/80 aria-invalid:border-bad"
      />
      <span id="formula-note" className={wrong ? "text-xs text-bad" : "text-xs text-muted"}>
        {wrong ?? "of the queries, shown instead of them"}
      </span>
    </form>
  );
}

/** A chart for each unit; they share their cursor. */
function Drawing({ results, loading, stacked }: { results: Result[]; loading: boolean; stacked: boolean }): ReactElement {
  const range = useRange();
  const span = spanOf(range, useNow(15_000));
  const brush = useBrush();
  if (results.length > 0) {
    const height = results.length > 1 ? 200 : 300;
    return (
      <>
        {results.map((r) => (
          <SeriesView key={r.unit} label={`The queries over time${results.length > 1 ? `, ${r.unit || "without a unit"}` : ""}`} result={r} span={span} height={height} stacked={stacked} group="explorer" {...brush} />
        ))}
      </>
    );
  }
  if (loading) return <div role="status" aria-label="Loading" className="h-80 animate-breathe rounded-md bg-hover" />;
  return <p className="flex h-40 items-center justify-center px-4 text-center text-sm text-muted">Nothing was measured in the {rangeName(range)} that fulfils the filters.</p>;
}
