import type { ReactElement, ReactNode } from "react";
import type { Wire } from "@/lib/api/types";
import { acrossWords, aggregationsOf, aggregationWords, defaultsOf, kindWords } from "@/lib/series/defaults";
import { acrosses, dimensions, measures, mostKeys, newQuery, sources, type Across, type Aggregation, type Measure, type Query, type Source } from "@/lib/series/query";
import type { Key } from "@/lib/telemetry/filter";
import { SmallSelect } from "@/ui/field";
import { FilterBar } from "@/ui/filter-bar";
import { KeyPicker } from "./key-picker";
import { MetricPicker, sizeOf } from "./metric-picker";

type Metric = Wire<"Metric">;

interface Props {
  name: string; // a, b, c
  query: Query;
  onChange: (to: Query) => void;
  only?: Source; // the one source there is; undefined: any may be chosen
  actions?: ReactNode; // at the end of the first line
  suggest: {
    metrics: Metric[];
    loading: boolean;
    metric: Metric | undefined;
    missing: boolean;
    series: string | undefined; // how many the metric has
    keys: (Key & { distinct?: number })[];
    values: string[];
    onKey: (key: Key | undefined) => void;
  };
}

const dimensionKeys: Key[] = dimensions.map((key) => ({ source: "field", key }));
const sourceWords: Record<Source, string> = { metric: "metric", spans: "spans", logs: "logs", models: "language models" };

/** One query: where its numbers come from, how they are added up, by what they are grouped and filtered. */
export function QueryEditor({ name, query, onChange, only, actions, suggest }: Props): ReactElement {
  const change = (to: Partial<Query>): void => onChange({ ...query, ...to });
  const { source } = query;
  return (
    <div role="group" aria-label={`Query ${name}`} className="flex flex-col gap-2 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <b className="flex size-6 items-center justify-center rounded bg-accent-soft text-accent">{name}</b>
        {!only && (
          <SmallSelect label={`Source of ${name}`} value={source} onChange={(e) => onChange({ ...newQuery(e.target.value as Source), hidden: query.hidden })}>
            {sources.map((s) => (
              <option key={s} value={s}>
                {sourceWords[s]}
              </option>
            ))}
          </SmallSelect>
        )}
        {source === "metric" ? <MetricPicker label={`Metric of ${name}`} metrics={suggest.metrics} loading={suggest.loading} value={query.metric} onPick={(metric) => onChange({ ...newQuery(), metric, hidden: query.hidden, filters: query.filters, groupBy: query.groupBy })} /> : <MeasureSelect name={name} query={query} onChange={change} />}
        {source === "metric" && query.metric !== "" && <How name={name} query={query} metric={suggest.metric} onChange={change} />}
        <Labelled text="by">
          {source === "models" ? (
            <KeyPicker label={`Group ${name} by`} keys={dimensionKeys} value={query.by.map((key) => ({ source: "field", key }))} onChange={(keys) => change({ by: dimensions.filter((d) => keys.some((k) => k.key === d)) })} most={3} />
          ) : mostKeys(query) > 0 ? (
            <KeyPicker label={`Group ${name} by`} keys={suggest.keys.filter((k) => k.distinct !== 1)} value={query.groupBy} onChange={(groupBy) => change({ groupBy })} most={mostKeys(query)} />
          ) : (
            <span className="text-muted">nothing</span>
          )}
        </Labelled>
        <span className="ml-auto flex items-center gap-0.5">{actions}</span>
      </div>
      <div className="pl-9 max-sm:pl-0">
        <FilterBar
          filters={query.filters}
          onChange={(filters) => change({ filters })}
          keys={suggest.keys}
          values={suggest.values}
          onKey={suggest.onKey}
          {...(source === "logs" && { text: query.text, onText: (text: string) => change({ text }), textHint: "Words in the message" })}
        />
        {source === "metric" && <About query={query} metric={suggest.metric} missing={suggest.missing} series={suggest.series} />}
      </div>
    </div>
  );
}

function Labelled({ text, children }: { text: string; children: ReactNode }): ReactElement {
  return (
    <span className="flex items-center gap-1.5 text-muted">
      {text}
      <span className="text-text">{children}</span>
    </span>
  );
}

/** What the metric is, in its own words. */
function About({ query, metric, missing, series }: { query: Query; metric: Metric | undefined; missing: boolean; series: string | undefined }): ReactElement | null {
  if (missing) return <p className="mt-1.5 text-xs text-warn">No {query.metric} was sent in this time range.</p>;
  if (!metric || metric.name !== query.metric) return null;
  const kind = [kindWords[metric.kind], metric.unit && `unit ${metric.unit}`, series, sizeOf(metric)].filter(Boolean).join(" · ");
  return (
    <p className="mt-1.5 text-xs text-muted">
      {kind}
      {metric.description && ` · ${metric.description}`}
    </p>
  );
}

/** How the points of a series, and the series of a group, become one value. */
function How({ name, query, metric, onChange }: { name: string; query: Query; metric: Metric | undefined; onChange: (to: Partial<Query>) => void }): ReactElement {
  const defaults = metric && defaultsOf(metric.kind, query.aggregation);
  const allowed = aggregationsOf(metric?.kind);
  const aggregation = query.aggregation ?? defaults?.aggregation;
  return (
    <>
      <Labelled text="over time">
        <SmallSelect label={`Aggregation of ${name}`} value={query.aggregation ?? ""} onChange={(e) => onChange({ aggregation: (e.target.value || undefined) as Aggregation | undefined, quantile: undefined })}>
          <option value="">{defaults && !query.aggregation ? aggregationWords[defaults.aggregation] : "as suits it"}</option>
          {allowed
            .filter((a) => query.aggregation !== undefined || a !== defaults?.aggregation || a === "quantile")
            .map((a) => (
              <option key={a} value={a}>
                {aggregationWords[a]}
              </option>
            ))}
        </SmallSelect>
        {aggregation === "quantile" && (
          <SmallSelect label={`Quantile of ${name}`} value={String(query.quantile ?? 0.95)} onChange={(e) => onChange({ aggregation: "quantile", quantile: Number(e.target.value) })} className="ml-1.5">
            {[0.5, 0.75, 0.9, 0.95, 0.99, 0.999].map((q) => (
              <option key={q} value={q}>
                p{q * 100}
              </option>
            ))}
          </SmallSelect>
        )}
      </Labelled>
      {aggregation !== "quantile" && (
        <Labelled text="across series">
          <SmallSelect label={`Across series of ${name}`} value={query.across ?? ""} onChange={(e) => onChange({ across: (e.target.value || undefined) as Across | undefined })}>
            <option value="">{defaults && !query.across ? acrossWords[defaults.across] : "as suits it"}</option>
            {acrosses
              .filter((a) => query.across !== undefined || a !== defaults?.across)
              .map((a) => (
                <option key={a} value={a}>
                  {acrossWords[a]}
                </option>
              ))}
          </SmallSelect>
        </Labelled>
      )}
    </>
  );
}

function MeasureSelect({ name, query, onChange }: { name: string; query: Query; onChange: (to: Partial<Query>) => void }): ReactElement | null {
  if (query.source === "metric") return null;
  return (
    <SmallSelect label={`Measure of ${name}`} value={query.measure ?? ""} onChange={(e) => onChange({ measure: e.target.value as Measure })}>
      {Object.entries(measures[query.source]).map(([measure, words]) => (
        <option key={measure} value={measure}>
          {words}
        </option>
      ))}
    </SmallSelect>
  );
}
