import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Key } from "@/lib/telemetry/filter";
import { storage } from "@/lib/storage";
import { readColumns, readLogsSearch, toggleColumn, writeColumns, type LogsSearch } from "./log";

interface Found {
  search: LogsSearch;
  change: (to: Partial<LogsSearch>) => void; // opening a line can be gone back from
  wrap: boolean;
  setWrap: (on: boolean) => void;
  columns: Key[];
  toggle: (column: Key) => void;
}

/** What the URL says, and what changes it. How lines are drawn is remembered for the next visit. */
export function useLogsSearch(): Found {
  const search = readLogsSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change = (to: Partial<LogsSearch>): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...to }) as never, replace: !("log" in to) });
  const columns = readColumns(search.columns ?? storage.get("logs.columns"));
  return {
    search,
    change,
    wrap: search.wrap ?? storage.get("logs.wrap") === "true",
    setWrap: (on) => {
      storage.set("logs.wrap", String(on));
      change({ wrap: on || undefined });
    },
    columns,
    toggle: (column) => {
      const next = writeColumns(toggleColumn(columns, column));
      storage.set("logs.columns", next ?? "");
      change({ columns: next });
    },
  };
}
