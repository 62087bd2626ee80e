import type { ReactElement, ReactNode } from "react";
import type { WholeTrace } from "@/features/traces/api/get-trace";
import { compact, count, plural } from "@/lib/format";
import { money } from "@/lib/money";
import { instant } from "@/lib/time/relative";
import { CopyText } from "@/ui/copy";
import { Icon } from "@/ui/icon";
import { whyRootless } from "./cells";
import { time, type Call } from "./look";
import type { Tree } from "./tree";

interface Props {
  trace: WholeTrace;
  tree: Tree;
  calls: ReadonlyMap<string, Call>;
  colours: ReadonlyMap<string, string>;
  onFailed: () => void; // to the next span where a failure began
  onService: (service: string) => void; // to the spans of a service
}

const link = "inline-flex items-center gap-1 rounded px-1 -mx-1 hover:bg-hover";

/** What a trace amounts to. */
export function TraceFacts({ trace, tree, calls, colours, onFailed, onService }: Props): ReactElement {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Fact name="started">{instant(tree.start)}</Fact>
        <Fact name="took">{time(tree.length)}</Fact>
        <span>{plural(tree.all.length, "span")}</span>
        {tree.failed > 0 && (
          <button type="button" title="To the span where the failure began" onClick={onFailed} className={`${link} text-bad`}>
            <Icon name="alert" className="size-3.5" />
            {count(tree.failed)} failed
          </button>
        )}
        <Spent calls={calls} />
        <CopyText text={trace.traceId} label="Copy trace id" />
      </p>
      {!trace.more && <Lost tree={tree} />}
      {trace.more && <p className="rounded-md bg-warn-soft px-2.5 py-1 text-warn">This trace has more spans than are shown: the first {count(tree.all.length)}.</p>}
      <ul aria-label="Services" className="flex flex-wrap gap-x-4 gap-y-1">
        {tree.services.map((service) => (
          <li key={service}>
            <button type="button" title="Find its spans" disabled={!service} onClick={() => onService(service)} className={`${link} gap-1.5`}>
              <span className="h-3 w-1 rounded-full" style={{ background: colours.get(service) }} aria-hidden="true" />
              {service || "(no service)"}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const shown = 3; // parents that are named

/** Which spans are not there although others name them as their parent. */
function Lost({ tree }: { tree: Tree }): ReactElement | null {
  if (tree.missing.length === 0) return null;
  const rest = tree.missing.length - shown;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 rounded-md bg-sunken px-2.5 py-1 text-muted">
      <Icon name="rootless" className="size-3.5" />
      {!tree.rooted && <span title={whyRootless}>The root of this trace was not received.</span>}
      <span>Missing:</span>
      {tree.missing.slice(0, shown).map(({ id, spans }) => (
        <span key={id} className="inline-flex items-center gap-1">
          <CopyText text={id} label={`Copy id of missing span ${id}`} /> (parent of {plural(spans, "span")})
        </span>
      ))}
      {rest > 0 && <span>and {count(rest)} more</span>}
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <span>
      <span className="text-muted">{name}</span> {children}
    </span>
  );
}

/** Tokens and cost of the calls of models within. */
function Spent({ calls }: { calls: ReadonlyMap<string, Call> }): ReactElement | null {
  const counted = [...calls.values()].filter((c) => c.callsModel);
  if (counted.length === 0) return null;
  const sum = (of: (c: Call) => number | undefined): number => counted.reduce((a, c) => a + (of(c) ?? 0), 0);
  const computed = counted.some((c) => c.costComputed);
  const cost = counted.some((c) => c.cost !== undefined) ? sum((c) => c.cost) : undefined;
  return (
    <span className="inline-flex items-center gap-1" title={computed ? "Part of the cost is computed from the prices of the model catalog" : undefined}>
      <Icon name="spark" className="size-3.5 text-accent" />
      {plural(counted.length, "model call")} · {compact(sum((c) => c.inputTokens) + sum((c) => c.outputTokens))} tokens
      {cost !== undefined && ` · ${computed ? "≈ " : ""}${money(cost)}`}
      {computed && <span className="sr-only"> (computed)</span>}
    </span>
  );
}
