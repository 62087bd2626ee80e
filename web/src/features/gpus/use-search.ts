import { useNavigate, useSearch } from "@tanstack/react-router";
import { readGpusSearch, type GpusSearch } from "./search";

/** What the URL says, and what changes it. */
export function useGpusSearch(): { search: GpusSearch; change: (to: Partial<GpusSearch>) => void } {
  const search = readGpusSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change = (to: Partial<GpusSearch>): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...to }), replace: !("gpu" in to) });
  return { search, change };
}
