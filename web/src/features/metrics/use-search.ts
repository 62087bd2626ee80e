import { useNavigate, useSearch } from "@tanstack/react-router";
import { readQueries, writeQuery, type Query } from "@/lib/series/query";
import { readMetricsSearch, type MetricsSearch } from "./search";

/** What the URL says, and what changes it. */
export function useMetricsSearch() {
  const search = readMetricsSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change = (to: Partial<MetricsSearch>): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...to }), replace: "find" in to || "formula" in to });
  return {
    queries: readQueries(search.q),
    formula: search.formula ?? "",
    stacked: search.stacked ?? false,
    find: search.find ?? "",
    change,
    setQueries: (to: Query[]): void => change({ q: to.length > 0 ? to.map(writeQuery) : undefined }),
  };
}
