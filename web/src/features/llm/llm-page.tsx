import type { ReactElement } from "react";
import { useLlmUsage, type Usage } from "@/features/llm/api/get-llm-usage";
import { useRange, useScope } from "@/lib/scope";
import { useFilters } from "@/lib/telemetry/use-filters";
import { earlierQuery, rangeName, rangeQuery } from "@/lib/time/range";
import { FilterBar } from "@/ui/filter-bar";
import { NotSent } from "@/ui/not-sent";
import { Page, Panel } from "@/ui/page";
import { View } from "@/ui/query";
import { Bar, Empty, LoadingRows } from "@/ui/states";
import { Breakdown } from "./breakdown";
import { Conversations } from "./conversations";
import { Dearest } from "./dearest";
import { OverTime } from "./over-time";
import { dimensions, splitNames } from "./search";
import { Totals } from "./totals";
import { useLlmSearch } from "./use-search";

const keys = splitNames.map((name) => ({ ...dimensions[name].key, label: name }));

/** What language models cost, how fast they answered, and what failed. */
export function LlmPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { split: { by } } = useLlmSearch();
  const { filters, setFilters } = useFilters();
  const now = useLlmUsage(scope, range, { times: rangeQuery(range), by, where: filters });
  const before = useLlmUsage(scope, range, { times: earlierQuery(range), by, where: filters });
  return (
    <Page title="LLM" about={<>What calls of language models cost, how fast they were answered, and what failed in the {rangeName(range)}.</>}>
      <FilterBar filters={filters} onChange={setFilters} keys={keys} />
      <View query={now} what="Adding up calls" loading={<LoadingUsage />} isEmpty={(u) => u.items.length === 0} empty={<NoCalls filtered={filters.length > 0} />}>
        {(usage) => <Overview usage={usage} before={before.isPlaceholderData ? undefined : before.data} />}
      </View>
    </Page>
  );
}

function Overview({ usage, before }: { usage: Usage; before: Usage | undefined }): ReactElement {
  return (
    <>
      {usage.totals && <Totals now={usage.totals} before={before?.totals} />}
      <OverTime />
      <Breakdown usage={usage} before={before} />
      <Conversations />
      <Dearest />
    </>
  );
}

/** The layout of the page before its data. */
function LoadingUsage(): ReactElement {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <Panel className="flex gap-10">
        {Array.from({ length: 6 }, (_, i) => (
          <Bar key={i} className="h-8 w-24" />
        ))}
      </Panel>
      <Panel>
        <Bar className="h-44 w-full" />
      </Panel>
      <LoadingRows columns={8} rows={6} />
    </div>
  );
}

function NoCalls({ filtered }: { filtered: boolean }): ReactElement {
  const scope = useScope();
  const range = useRange();
  if (filtered) {
    return (
      <Empty icon="search" title={`No call of a language model in the ${rangeName(range)} matches the filters`}>
        Remove a filter, or choose a longer time range.
      </Empty>
    );
  }
  return (
    <NotSent
      icon="search"
      title={`No call of a language model of ${scope.environment} arrived in the ${rangeName(range)}`}
      scope={scope}
      code={{ label: "Attributes of a call", text: 'gen_ai.operation.name = "chat"\ngen_ai.provider.name = "openai"\ngen_ai.request.model = "gpt-5-mini"\ngen_ai.usage.input_tokens = 812\ngen_ai.usage.output_tokens = 96' }}
    >
      Choose a longer time range, or send traces whose spans tell of models. Attributes of OpenTelemetry, OpenLLMetry, OpenInference and the Vercel AI SDK are read:
    </NotSent>
  );
}
