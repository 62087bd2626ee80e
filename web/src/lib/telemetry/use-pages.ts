import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { every, rangeQuery, type RangeSearch } from "@/lib/time/range";

/** A page of records, as searches answer it. */
export interface Found<T> {
  items: T[];
  nextCursor?: string;
  from: string; // the range that was searched, RFC 3339
  to: string;
}

/** What part of a list is asked for. */
export interface Part {
  from: string;
  to: string;
  limit: number;
  cursor?: string;
}

interface Ask<T> {
  key: unknown[]; // of the query cache; says everything but the range
  range: RangeSearch;
  fetch: (part: Part, signal: AbortSignal) => Promise<Found<T>>;
  idOf: (record: T) => string;
  before: (a: T, b: T) => number; // the order of the list
  live?: boolean; // records that arrive come first
  follow: boolean; // show what arrives; else it waits
}

const pageSize = 100;
const late = 120_000; // ms by which records may arrive after their time
const mostNew = 500; // records; when more arrived the list starts anew

/** A list that is read page by page while records arrive: what is shown stays where it is, and what arrives is put in where it belongs. */
export function usePages<T>({ key, range, fetch, idOf, before, live = true, follow }: Ask<T>) {
  const client = useQueryClient();
  const asked = [...key, rangeQuery(range)];
  const pages = useInfiniteQuery({
    queryKey: asked,
    initialPageParam: rangeQuery(range) as { from: string; to: string; cursor?: string },
    queryFn: ({ pageParam, signal }) => fetch({ ...pageParam, limit: pageSize }, signal),
    // The pages after the first are of the range that it told, so that they fit to it.
    getNextPageParam: ({ nextCursor, from, to }) => (nextCursor ? { from, to, cursor: nextCursor } : undefined),
    staleTime: live ? Infinity : 10_000,
    refetchOnWindowFocus: false,
    refetchInterval: live ? false : every(range, 30_000),
    placeholderData: (earlier) => earlier,
  });
  const first = pages.isPlaceholderData ? undefined : pages.data?.pages[0];
  const newer = useQuery({
    queryKey: [...asked, "newer", first?.to],
    enabled: live && first !== undefined && range.from === undefined,
    queryFn: ({ signal }) => fetch({ from: new Date(Math.max(Date.parse(first?.from ?? ""), Date.parse(first?.to ?? "") - late)).toISOString(), to: "now", limit: mostNew }, signal),
    initialData: { items: [], from: "", to: "" },
    initialDataUpdatedAt: pages.dataUpdatedAt,
    refetchInterval: every(range, 15_000),
  });
  const fresh = useMemo(() => {
    const known = new Set(pages.data?.pages.flatMap((p) => p.items.map(idOf)));
    return newer.data.items.filter((r) => !known.has(idOf(r)));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- idOf is the same for all lists of a kind
  }, [newer.data, pages.data]);
  const [shown, setShown] = useState(fresh);
  if (follow && shown !== fresh) setShown(fresh);
  const rows = useMemo(() => {
    const known = new Set<string>();
    const all = [...shown, ...(pages.data?.pages.flatMap((p) => p.items) ?? [])].filter((r) => !known.has(idOf(r)) && known.add(idOf(r)));
    return shown.length > 0 ? all.sort(before) : all;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- idOf and before are the same for all lists of a kind
  }, [shown, pages.data]);
  /** Reads the list from its start. */
  const restart = (): void => {
    client.setQueryData(asked, (d: InfiniteData<Found<T>> | undefined) => d && { pages: d.pages.slice(0, 1), pageParams: d.pageParams.slice(0, 1) });
    void pages.refetch();
  };
  return { query: pages, rows, waiting: fresh.length - shown.length, overflow: newer.data.items.length >= mostNew, restart };
}
