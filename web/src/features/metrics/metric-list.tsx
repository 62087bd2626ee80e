import { useDeferredValue, useMemo, type ReactElement } from "react";
import type { Metric } from "@/features/metrics/api/list-metrics";
import { compact, plural } from "@/lib/format";
import { findMetrics, kindWords } from "@/lib/series/defaults";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { useMetricsSearch } from "./use-search";

const columns: Column<Metric>[] = [
  { name: "Metric", cell: (m) => <span className="font-medium whitespace-nowrap">{m.name}</span>, text: (m) => m.name },
  {
    name: "Description",
    cell: (m) => (
      <span className="line-clamp-1 max-w-md text-sm text-muted" title={m.description}>
        {m.description}
      </span>
    ),
    text: (m) => m.description,
    wide: true,
  },
  { name: "Type", cell: (m) => <span className="whitespace-nowrap">{kindWords[m.kind]}</span>, text: (m) => m.kind, wide: true },
  { name: "Unit", cell: (m) => m.unit, text: (m) => m.unit },
  {
    name: "Series",
    cell: (m) => <span title="About how many sent in the last ten minutes of the time range">{m.seriesEstimate > 0 ? compact(m.seriesEstimate) : "–"}</span>,
    text: (m) => String(m.seriesEstimate),
    number: true,
  },
  { name: "Points", cell: (m) => compact(m.points), text: (m) => String(m.points), number: true },
  { name: "Last", cell: (m) => <Ago at={m.lastSeen} />, text: (m) => m.lastSeen, number: true, wide: true },
];

/** The metrics there are, searched by words of their names and descriptions. */
export function MetricList({ all, onPick }: { all: Metric[]; onPick: (metric: string) => void }): ReactElement {
  const { find, change } = useMetricsSearch();
  const sought = useDeferredValue(find);
  const found = useMemo(() => findMetrics(all, sought), [all, sought]);
  return (
    <div className="flex flex-col gap-3">
      <div role="search" aria-label="Metrics" className="flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label="Search metrics"
          placeholder="Words of the name or description"
          value={find}
          onChange={(e) => change({ find: e.target.value || undefined })}
          className="h-7.5 w-80 max-w-full rounded-md border border-line-strong bg-panel px-2 text-sm placeholder:text-muted/80"
        />
        <span className="text-sm text-muted">{found.length < all.length ? `${found.length} of ${plural(all.length, "metric")}` : plural(all.length, "metric")}</span>
      </div>
      {found.length === 0 ? (
        <Empty icon="search" title="No metric is like that" action={<Button onClick={() => change({ find: undefined })}>Show all metrics</Button>} />
      ) : (
        <Table label="Metrics" columns={columns} rows={found} rowKey={(m) => `${m.name} ${m.kind}`} onOpen={(m) => onPick(m.name)} tools="metrics" />
      )}
    </div>
  );
}
