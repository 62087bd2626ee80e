import clsx from "clsx";
import type { ReactElement } from "react";
import { countedNames, summarize, type Counted } from "@/features/gpus/api/state";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { count, plural } from "@/lib/format";
import type { Sums } from "./fleet";
import { stateLooks } from "./state-sign";

const tones: Record<Counted, string> = { busy: "", wasted: "text-warn", throttled: "text-warn", error: "text-bad", silent: "text-muted" };

/** The fleet in one line. A number leads to the GPUs that it counts, and back to all. */
export function SummaryLine({ of, sums, when, only, onOnly }: { of: Gpu[]; sums: Sums | undefined; when: string; only: Counted | undefined; onOnly: (of: Counted | undefined) => void }): ReactElement {
  const counted = summarize(of);
  const lost = sums && sums.lost > 0 ? ` (${share(sums.lost / sums.hours)} of GPU-hours lost${when})` : "";
  return (
    <ul aria-label="Fleet" className="flex flex-wrap items-baseline gap-x-2 gap-y-1 rounded-lg border border-line bg-panel px-2 py-1.5">
      <li className="px-2 py-1 whitespace-nowrap">
        <Figure value={of.length} word={plural(of.length, "GPU").replace(/^\S+ /, "")} />
      </li>
      {countedNames
        .filter((name) => name !== "silent" || counted.silent > 0)
        .map((name) => {
          const value = counted[name];
          const { sign, word } = stateLooks[name];
          const figure = <Figure value={value} sign={sign} tone={tones[name]} word={name === "error" && value !== 1 ? "errors" : word} note={name === "wasted" ? lost : ""} />;
          return (
            <li key={name}>
              {value > 0 || only === name ? (
                <button type="button" aria-pressed={only === name} title={only === name ? "Show all GPUs" : "Show only these GPUs"} onClick={() => onOnly(only === name ? undefined : name)} className="rounded-md px-2 py-1 text-left hover:bg-hover aria-pressed:bg-accent-soft">
                  {figure}
                </button>
              ) : (
                <span className="inline-block px-2 py-1">{figure}</span>
              )}
            </li>
          );
        })}
    </ul>
  );
}

/** A number and what it counts; its sign is that of the cells it counts. */
function Figure({ value, sign, tone, word, note }: { value: number; sign?: string; tone?: string; word: string; note?: string }): ReactElement {
  const alive = value > 0;
  return (
    <>
      {sign && alive && (
        <span aria-hidden="true" className={clsx("mr-1.5 font-semibold", tone)}>
          {sign}
        </span>
      )}
      <span className={clsx("mr-1.5 text-lg font-semibold", alive ? tone : "text-muted")}>{count(value)}</span>
      <span className={clsx("text-sm", !alive && "text-muted")}>{word}</span>
      {note && <span className="text-sm text-muted">{note}</span>}
    </>
  );
}

function share(of: number): string {
  return `${(of * 100).toFixed(of < 0.1 ? 1 : 0)} %`;
}
