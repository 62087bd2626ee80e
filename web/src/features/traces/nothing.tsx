import type { ReactElement, ReactNode } from "react";
import { useReceivers } from "@/features/ingest/api/use-receivers";
import type { Records } from "@/features/traces/api/count-values";
import { useAnyRootless, useAnySpan } from "@/features/traces/api/search-traces";
import { useRange, useScope } from "@/lib/scope";
import { rangeName } from "@/lib/time/range";
import { Button } from "@/ui/button";
import { NotSent } from "@/ui/not-sent";
import { Empty, LoadingRows } from "@/ui/states";
import { whyRootless } from "./cells";
import { useTracesSearch } from "./use-search";

/** Why a list of traces or spans is empty, and what would fill it. */
export function Nothing({ records, what }: { records: Records; what: "traces" | "spans" }): ReactElement {
  const scope = useScope();
  const range = useRange();
  const filtered = records.filters.length > 0 || !!records.text;
  const traces = what === "traces";
  const rootless = useAnyRootless(scope, range, records, traces && !records.rootless);
  const spans = useAnySpan(scope, range, traces && !filtered);
  if (rootless.isLoading || spans.isLoading) return <LoadingRows columns={5} rows={12} />;
  if (filtered) return <NoMatch what={what} rootless={rootless.data === true} />;
  if (rootless.data || spans.data) return <OnlySpans rootless={rootless.data === true} />;
  return <NothingSent />;
}

function NoMatch({ what, rootless }: { what: string; rootless: boolean }): ReactElement {
  const range = useRange();
  const { change } = useTracesSearch();
  const clear = <Button onClick={() => change({ where: undefined, q: undefined })}>Clear filters</Button>;
  if (rootless) {
    return (
      <Empty icon="filter" title={`No trace with a root in the ${rangeName(range)} matches`} action={<Actions>{[<Include key="include" />, clear]}</Actions>}>
        Some match whose root span was not received. {whyRootless}
      </Empty>
    );
  }
  return (
    <Empty icon="filter" title={`None of the ${what} in the ${rangeName(range)} matches`} action={clear}>
      {what === "traces" ? "No trace has one span that fulfils all of it." : "No span fulfils all of it."} Remove a filter, or choose a longer time range.
    </Empty>
  );
}

/** There are spans, but no root among them. */
function OnlySpans({ rootless }: { rootless: boolean }): ReactElement {
  const range = useRange();
  const { change } = useTracesSearch();
  const spans = <Button onClick={() => change({ list: "spans", rootless: undefined })}>List the spans</Button>;
  return (
    <Empty icon="traces" title={`Spans arrived, but no trace begins in the ${rangeName(range)}`} action={<Actions>{[rootless && <Include key="include" />, spans]}</Actions>}>
      {rootless ? `Their root spans were not received. ${whyRootless}` : "Their traces began before. Choose a longer time range, or look at the spans."}
    </Empty>
  );
}

function Include(): ReactElement {
  const { change } = useTracesSearch();
  return (
    <Button kind="primary" onClick={() => change({ rootless: true })}>
      List traces without a root too
    </Button>
  );
}

function Actions({ children }: { children: ReactNode }): ReactElement {
  return <div className="flex flex-wrap justify-center gap-2">{children}</div>;
}

function NothingSent(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { http } = useReceivers(scope);
  return (
    <NotSent
      icon="traces"
      title={`No trace of ${scope.environment} arrived in the ${rangeName(range)}`}
      scope={scope}
      code={{ label: "Send spans", text: `OTEL_EXPORTER_OTLP_ENDPOINT=${http} \\\nOTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf \\\nOTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20YOUR_API_KEY" \\\nOTEL_RESOURCE_ATTRIBUTES="service.name=my-service,deployment.environment.name=${scope.environment}" \\\n  opentelemetry-instrument python app.py` }}
    >
      Choose a longer time range, or let a program send its spans here:
    </NotSent>
  );
}
