import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { useScope } from "@/lib/scope";
import { sameKey, valueFilter, writeFilters, type Filter } from "@/lib/telemetry/filter";
import { useFilters } from "@/lib/telemetry/use-filters";

interface Props {
  also?: Filter[]; // besides the filters of the page
  slowest?: boolean; // else newest first
  label: string; // where it leads
  className?: string;
  children: ReactNode; // the number
}

/** Agents and tools name a model too, but are no call of one. */
const calls: Filter[] = [
  { source: "field", key: "model", op: "exists", values: [], not: false },
  { source: "field", key: "operation", op: "in", values: ["create_agent", "invoke_agent", "execute_tool"], not: true },
];

export const failedCalls: Filter = valueFilter({ source: "field", key: "status" }, "Error");

/** A number that leads to the spans of the calls it counts. */
export function CallsLink({ also = [], slowest = false, label, className = "", children }: Props): ReactElement {
  const { filters } = useFilters();
  const where = writeFilters([...calls, ...also].reduce(narrowed, filters));
  return (
    <Link to="/p/$project/$environment/traces" params={useScope()} search={(now: object) => ({ ...kept(now), list: "spans" as const, order: slowest ? ("slowest" as const) : undefined, where })} title={label} className={`decoration-line-strong underline-offset-3 hover:underline ${className}`}>
      {children}
      <span className="sr-only"> {label}</span>
    </Link>
  );
}

/** Filters of which one is put in the place of those that let through more of its key. */
export function narrowed(filters: Filter[], to: Filter): Filter[] {
  return [...filters.filter((f) => !(sameKey(f, to) && f.op === to.op && f.not === to.not)), to];
}

/** Of a URL, what holds on every page. */
export function kept(search: object): object {
  const { range, from, to, refresh, tz } = search as Record<string, unknown>;
  return { range, from, to, refresh, tz };
}
