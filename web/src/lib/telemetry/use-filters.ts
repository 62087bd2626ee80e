import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { readFilters, writeFilters, type Filter } from "./filter";

/** What the URL of a list of records says besides the time range. */
export interface FilterSearch {
  where?: string; // filters, see writeFilters
  q?: string; // words to search
}

/** Reads the filters and words of a URL, for a route's validateSearch. Empty parts are left out. */
export function readFilterSearch(search: Record<string, unknown>): FilterSearch {
  const where = writeFilters(readFilters(search["where"]));
  const q = typeof search["q"] === "number" ? String(search["q"]) : search["q"];
  return { ...(where && { where }), ...(typeof q === "string" && q !== "" && { q: q.slice(0, 1024) }) };
}

/** The filters and words of the URL, and what changes them. Each change can be gone back from. */
export function useFilters(): { filters: Filter[]; text: string; setFilters: (to: Filter[]) => void; setText: (to: string) => void } {
  const { where, q = "" } = useSearch({ strict: false }) as FilterSearch;
  const navigate = useNavigate();
  const filters = useMemo(() => readFilters(where), [where]);
  const change = (to: FilterSearch): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...to }) });
  return { filters, text: q, setFilters: (to) => change({ where: writeFilters(to) }), setText: (to) => change({ q: to || undefined }) };
}
