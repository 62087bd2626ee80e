import { useNavigate, useSearch } from "@tanstack/react-router";
import { readTraceSearch, readTracesSearch, type TraceSearch, type TracesSearch } from "./search";

type Change<S> = (to: Partial<S>, replace?: boolean) => void;

function useChange<S>(): Change<S> {
  const navigate = useNavigate();
  return (to, replace = false) => void navigate({ to: ".", search: ((before: object) => ({ ...before, ...to })) as never, replace });
}

/** What the URL of the list says, and what changes it. */
export function useTracesSearch(): { search: TracesSearch; change: Change<TracesSearch> } {
  return { search: readTracesSearch(useSearch({ strict: false }) as Record<string, unknown>), change: useChange() };
}

/** What the URL says of the trace that is shown, and what changes it. */
export function useTraceSearch(): { search: TraceSearch; change: Change<TraceSearch> } {
  return { search: readTraceSearch(useSearch({ strict: false }) as Record<string, unknown>), change: useChange() };
}
