import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { Widget } from "@/features/dashboards/api/get-dashboard";
import { useScope } from "@/lib/scope";
import type { Query } from "@/lib/series/query";
import { valueFilter, writeFilters, type Filter } from "@/lib/telemetry/filter";
import { Icon } from "@/ui/icon";
import { queriesOf } from "./widget";

const failed: Filter = valueFilter({ source: "field", key: "status" }, "Error");
const errors: Filter = { source: "field", key: "severityNumber", op: "gte", values: ["17"], not: false };

/** The page of what a query counts, and what its URL says there. */
export function pageOf({ source, measure = "count", filters, by, text }: Query): { to: "traces" | "logs" | "llm"; search: Record<string, unknown> } {
  const failing = measure === "errors" || measure === "errorRate";
  if (source === "logs") return { to: "logs", search: { where: writeFilters(failing ? [...filters, errors] : filters), q: text || undefined } };
  if (source === "models") return { to: "llm", search: { where: writeFilters(filters), by: by[0] } };
  const latency = measure === "p50" || measure === "p95" || measure === "p99";
  return { to: "traces", search: { list: "spans", where: writeFilters(failing ? [...filters, failed] : filters), order: latency ? "slowest" : undefined } };
}

/** The way to what a widget shows: metrics in the explorer, else the rows of its first query. */
export function Explore({ widget, name }: { widget: Widget; name: string }): ReactElement | null {
  const params = useScope();
  const queries = queriesOf(widget);
  const counted = queries.find((q) => q.source !== "metric" && !q.hidden) ?? queries.find((q) => q.source !== "metric");
  if (queries.length === 0) return null;
  const rows = counted && pageOf(counted);
  const search = rows?.search ?? { q: widget.queries ?? [], ...(widget.formula && { formula: widget.formula }), ...(widget.stacked && { stacked: true }) };
  return (
    <Link
      to={`/p/$project/$environment/${rows?.to ?? "metrics"}`}
      params={params}
      search={(before: object) => ({ ...before, edit: undefined, widget: undefined, ...search }) as never}
      aria-label={`Explore ${name}`}
      title={rows ? "What is behind it" : "Explore"}
      className="inline-flex size-7 items-center justify-center rounded-md text-muted opacity-60 hover:bg-hover hover:text-text hover:opacity-100 focus-visible:opacity-100"
    >
      <Icon name="external" className="size-3.5" />
    </Link>
  );
}
