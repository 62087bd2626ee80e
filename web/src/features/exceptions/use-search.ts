import { useNavigate, useSearch } from "@tanstack/react-router";
import { readExceptionsSearch, type ExceptionsSearch } from "./exception";

/** What the URL says, and what changes it. Opening a group can be gone back from. */
export function useExceptionsSearch(): { search: ExceptionsSearch; change: (to: Partial<ExceptionsSearch>) => void } {
  const search = readExceptionsSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change = (to: Partial<ExceptionsSearch>): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...to }), replace: !("exception" in to) });
  return { search, change };
}
