import type { UseQueryResult } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { View } from "@/ui/query";
import { Bar } from "@/ui/states";

/** Where something is looked at. */
export type Way = Pick<LinkProps, "to" | "params" | "search">;

/** One of the things that were found, with the way to it. */
export interface Row {
  key: string;
  name: string;
  value: string;
  way: Way;
}

/** What an answer amounts to. */
export interface Answer {
  figure: string; // the number to know
  about: ReactNode; // what it counts
  rows: Row[]; // the worst ones
}

interface Props<T> {
  title: string; // the question
  all: { name: string; way: Way };
  query: UseQueryResult<T>;
  what: string; // what is done, for the error
  answer: (data: T) => Answer | string; // a sentence when there is nothing to look at
}

/** A question that is answered by a number, the worst examples of it, and the way to all. */
export function Finding<T>({ title, all, query, what, answer }: Props<T>): ReactElement {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1.5 rounded-lg border border-line bg-panel px-3.5 py-3">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-sm text-muted">{title}</h3>
        <Link {...all.way} className="text-sm whitespace-nowrap text-accent hover:underline">
          {all.name}
        </Link>
      </div>
      <View query={query} what={what} loading={<LoadingAnswer />}>
        {(data) => {
          const found = answer(data);
          return typeof found === "string" ? <p className="text-sm">{found}</p> : <Found {...found} />;
        }}
      </View>
    </section>
  );
}

function Found({ figure, about, rows }: Answer): ReactElement {
  return (
    <>
      <p className="text-sm">
        <span className="text-lg font-semibold">{figure}</span> {about}
      </p>
      <ul className="-mx-2 flex flex-col">
        {rows.map((r) => (
          <li key={r.key}>
            <Link {...r.way} className="flex items-baseline gap-4 rounded-md px-2 py-1 text-sm hover:bg-hover">
              <span className="min-w-0 flex-1 truncate text-accent" title={r.name}>
                {r.name}
              </span>
              <span className="whitespace-nowrap text-muted">{r.value}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function LoadingAnswer(): ReactElement {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3 py-1.5">
      <Bar className="w-56" />
      {Array.from({ length: 3 }, (_, i) => (
        <Bar key={i} className="w-full" />
      ))}
    </div>
  );
}
