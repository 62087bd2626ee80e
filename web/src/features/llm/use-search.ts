import { useNavigate, useSearch } from "@tanstack/react-router";
import { byModel, readLlmSearch, readSplit, type LlmSearch, type Split } from "./search";

/** What the URL says, and what changes it. */
export function useLlmSearch(): { search: LlmSearch; split: Split; change: (to: Partial<LlmSearch>) => void } {
  const search = readLlmSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change = (to: Partial<LlmSearch>): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...to }), replace: true });
  return { search, split: readSplit(search.by) ?? byModel, change };
}
