import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { useSeverities, type Severities } from "@/features/logs/api/count-severities";
import type { Log, Search } from "@/features/logs/api/search-logs";
import { countValues, useFacetValues, type Records } from "@/features/traces/api/count-values";
import { useAttributeKeys } from "@/features/traces/api/list-attribute-keys";
import { plural } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { writeFilters, type Key } from "@/lib/telemetry/filter";
import { useFilters } from "@/lib/telemetry/use-filters";
import { rangeName } from "@/lib/time/range";
import { Button } from "@/ui/button";
import { Facets, useOpenFacets } from "@/ui/facets";
import { SmallSelect, Tick } from "@/ui/field";
import { FilterBar } from "@/ui/filter-bar";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { ColumnsButton } from "./columns-button";
import { ExportButton } from "./export-button";
import { Histogram, LoadingHistogram } from "./histogram";
import { keyOptions, logFacets } from "./keys";
import { LineList } from "./line-list";
import { LogDrawer } from "./log-drawer";
import { Severity } from "./severity";
import { TailView } from "./tail-view";
import { useLogsSearch } from "./use-search";

const height = "h-[max(20rem,calc(100dvh-20rem))]";

/** Log records: found, filtered, counted, followed. */
export function LogsPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { search, change } = useLogsSearch();
  const { filters, text } = useFilters();
  const find: Search = { filters, text, oldest: search.first === "oldest" };
  const severities = useSeverities(scope, range, filters, text);
  const total = severities.data && totalOf(severities.data);
  const open = (log: Log): void => change({ log: log.id });
  return (
    <Page
      title="Logs"
      about={<>What programs wrote in the {rangeName(range)}{total === undefined ? "" : `: ${plural(total, "line")}`}.</>}
      action={
        <>
          {severities.data && total !== undefined && total > 0 && <ExportButton search={find} span={severities.data.span} total={total} />}
          <Button kind={search.tail ? "plain" : "primary"} icon={search.tail ? "close" : "clock"} aria-pressed={search.tail ?? false} onClick={() => change({ tail: search.tail ? undefined : true })}>
            {search.tail ? "Stop following" : "Follow live"}
          </Button>
        </>
      }
    >
      <Asked />
      <div className="flex gap-4 max-md:flex-col">
        <Sides />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <View query={severities} what="Counting lines" loading={<LoadingHistogram />}>
            {(counts) => <Histogram of={counts} />}
          </View>
          {search.tail ? <TailView key={`${writeFilters(filters)} ${text}`} filters={filters} text={text} onOpen={open} className={height} /> : <LineList find={find} onOpen={open} className={height} />}
        </div>
      </div>
      <LogDrawer />
    </Page>
  );
}

function totalOf({ errors, warnings, infos, rest }: Severities): number {
  return [errors, warnings, infos, rest].flat().reduce((a, n) => a + n, 0);
}

/** The words, the filters, and how lines are drawn. */
function Asked(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { search, change, wrap, setWrap } = useLogsSearch();
  const { filters, text, setFilters, setText } = useFilters();
  const [asked, setAsked] = useState<Key>();
  const keys = useAttributeKeys(scope, range, "logs");
  const records: Records = { signal: "logs", filters, text };
  const values = useQuery({ ...countValues(scope, range, records, asked ? [asked] : [], 100), enabled: asked !== undefined && asked.key !== "body" });
  return (
    <FilterBar filters={filters} onChange={setFilters} keys={keyOptions(keys.data ?? [])} values={asked && values.data?.[0]?.map((v) => v.value)} onKey={setAsked} text={text} onText={setText} textHint='Words, or "whole phrases"'>
      <Tick label="Wrap" checked={wrap} onChange={(event) => setWrap(event.target.checked)} />
      <ColumnsButton keys={keys.data ?? []} />
      {!search.tail && (
        <SmallSelect label="Order" value={search.first ?? "newest"} onChange={(event) => change({ first: event.target.value === "oldest" ? "oldest" : undefined })}>
          <option value="newest">newest first</option>
          <option value="oldest">oldest first</option>
        </SmallSelect>
      )}
    </FilterBar>
  );
}

function Sides(): ReactElement {
  const { filters, text, setFilters } = useFilters();
  const { isOpen, toggle } = useOpenFacets("logs", logFacets);
  const { valuesOf, onMore } = useFacetValues(useScope(), useRange(), { signal: "logs", filters, text }, logFacets.filter(isOpen));
  return (
    <Facets facets={logFacets} isOpen={isOpen} onToggle={toggle} valuesOf={valuesOf} onMore={onMore} filters={filters} onChange={setFilters} draw={(key, value) => (key.key === "severity" ? <Severity text={value} /> : value)} />
  );
}
