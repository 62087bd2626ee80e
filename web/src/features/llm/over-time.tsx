import type { ReactElement } from "react";
import { useLlmUsage } from "@/features/llm/api/get-llm-usage";
import { useRange, useScope } from "@/lib/scope";
import { useFilters } from "@/lib/telemetry/use-filters";
import { useZoom } from "@/lib/telemetry/use-zoom";
import { rangeQuery } from "@/lib/time/range";
import { duration } from "@/lib/time/relative";
import { Chart } from "@/ui/chart";
import { SmallSelect } from "@/ui/field";
import { Panel, Section } from "@/ui/page";
import { View } from "@/ui/query";
import { Bar } from "@/ui/states";
import { drawingOf, measureNames, measures, type Measure, type MeasureName } from "./measures";
import { useLlmSearch } from "./use-search";

const lines = 20; // asked for; of sums, those beyond the largest eight are drawn as one

/** A measure over time, split as the table below. */
export function OverTime(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { search, split: { by, name: kind }, change } = useLlmSearch();
  const { filters } = useFilters();
  const { zoom } = useZoom();
  const name = search.measure ?? "cost";
  const measure: Measure = measures[name];
  const query = useLlmUsage(scope, range, { times: rangeQuery(range), by, where: filters, overTime: true, limit: lines });
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)} by ${kind}`;
  return (
    <Section
      title={title}
      about={query.data?.stepSeconds ? `${measure.stacked ? "In" : "Over"} steps of ${duration(query.data.stepSeconds)}. Drag to choose a time range.` : undefined}
      action={
        <SmallSelect label="Measure" value={name} onChange={(e) => change({ measure: e.target.value === "cost" ? undefined : (e.target.value as MeasureName) })}>
          {measureNames.map((m) => (
            <option key={m}>{m}</option>
          ))}
        </SmallSelect>
      }
    >
      <Panel className="p-2">
        <View query={query} what="Adding up calls over time" loading={<Bar className="h-44 w-full" />}>
          {(usage) => {
            const drawing = drawingOf(usage, by, measure, kind);
            const span = { from: Date.parse(usage.from), to: Date.parse(usage.to) };
            if (drawing.series.length === 0) return <p className="py-16 text-center text-sm text-muted">{name === "errors" ? "No call failed." : "No call tells it."}</p>;
            return <Chart label={`${title} over time`} {...drawing} additive={measure.stacked} unit="" write={measure.write} stacked={measure.stacked} height={190} span={span} onRange={(from, to) => zoom({ from, to })} />;
          }}
        </View>
      </Panel>
    </Section>
  );
}
