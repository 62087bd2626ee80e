import type { ReactElement } from "react";
import { count, plural } from "@/lib/format";
import { troubleLooks } from "./health";
import { troubles, type Trouble } from "./search";

interface Props {
  hosts: number;
  counts: Record<Trouble, number>;
  only: Trouble | undefined;
  onOnly: (trouble: Trouble | undefined) => void;
}

/** The hosts in one line. A number leads to the hosts that it counts, and back to all. */
export function HostCounts({ hosts, counts, only, onOnly }: Props): ReactElement {
  const number = (n: number, word: string): ReactElement => (
    <>
      <span className={`mr-1.5 text-lg font-semibold ${n === 0 ? "text-muted" : ""}`}>{count(n)}</span>
      <span className={`text-sm ${n === 0 ? "text-muted" : ""}`}>{word}</span>
    </>
  );
  return (
    <ul aria-label="Fleet" className="flex flex-wrap items-baseline gap-x-2 gap-y-1 rounded-lg border border-line bg-panel px-2 py-1.5">
      <li className="px-2 py-1 whitespace-nowrap">{number(hosts, plural(hosts, "host").replace(/^\S+ /, ""))}</li>
      {troubles.map((t) => (
        <li key={t}>
          {counts[t] > 0 || only === t ? (
            <button type="button" aria-pressed={only === t} title={only === t ? "Show all hosts" : `${troubleLooks[t].about}. Show only these hosts`} onClick={() => onOnly(only === t ? undefined : t)} className="rounded-md px-2 py-1 text-left hover:bg-hover aria-pressed:bg-accent-soft">
              {number(counts[t], troubleLooks[t].word)}
            </button>
          ) : (
            <span className="inline-block px-2 py-1">{number(0, troubleLooks[t].word)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
