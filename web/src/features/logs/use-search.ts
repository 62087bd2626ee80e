import { useNavigate, useSearch } from "@tanstack/react-router";
import { readColumns, readLogsSearch, toggleColumn, writeColumns, type LogsSearch } from "./log";
import type { Key } from "@/lib/telemetry/filter";

/** What the URL says, and what changes it. Opening a line can be gone back from. */
export function useLogsSearch(): { search: LogsSearch; change: (to: Partial<LogsSearch>) => void; columns: Key[]; toggle: (column: Key) => void } {
  const search = readLogsSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change = (to: Partial<LogsSearch>): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...to }) as never, replace: !("log" in to) });
  const columns = readColumns(search.columns);
  return { search, change, columns, toggle: (column) => change({ columns: writeColumns(toggleColumn(columns, column)) }) };
}
