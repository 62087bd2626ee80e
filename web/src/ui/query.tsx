import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { Failed } from "./states";

interface Props<T> {
  query: UseQueryResult<T>;
  what: string; // what is done, for the error: "Listing API keys"
  loading: ReactNode;
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
}

/** The four states of a view: loading, error, empty, data. Data that is there stays while it is renewed. */
export function View<T>({ query, what, loading, empty, isEmpty, children }: Props<T>): ReactElement {
  if (query.data !== undefined) {
    return <>{empty !== undefined && isEmpty?.(query.data) ? empty : children(query.data)}</>;
  }
  if (query.isError) return <Failed what={what} error={query.error} retry={() => void query.refetch()} />;
  return <>{loading}</>;
}
