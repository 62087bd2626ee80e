import clsx from "clsx";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement, type ReactNode } from "react";
import { useTraceCalls } from "@/features/traces/api/get-conversation";
import type { WholeTrace } from "@/features/traces/api/get-trace";
import { useScope } from "@/lib/scope";
import { useDrawnTheme } from "@/lib/theme";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { useTyped } from "@/ui/search-field";
import { Switch } from "@/ui/switch";
import { Flame } from "./flame";
import { callsModels } from "./genai";
import { coloursOf, time, wholeOf, type Look } from "./look";
import { Minimap } from "./minimap";
import { readPart, writePart, type Part } from "./search";
import { TraceFacts } from "./trace-facts";
import { failed, nextOf, seek, unfolded, type Node, type Tree } from "./tree";
import { useTraceSearch } from "./use-search";
import { Waterfall } from "./waterfall";

interface Props {
  trace: WholeTrace;
  tree: Tree;
  narrow?: boolean; // beside a list
  action?: ReactNode; // stands with the facts
}

/** A trace: what it amounts to, and its spans as a waterfall or a flame. */
export function TraceView({ trace, tree, narrow = false, action }: Props): ReactElement {
  const { search, change } = useTraceSearch();
  const look = useLook(trace, tree);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const nodes = useMemo(() => unfolded(tree, folded), [tree, folded]);
  const onFold = useCallback((n: Node, fold: boolean) => setFolded((before) => new Set(fold ? [...before, n.span.spanId] : [...before].filter((id) => id !== n.span.spanId))), []);
  const onOpen = useStable((n: Node) => change({ span: n.span.spanId }, search.span !== undefined));
  const zoom = (to: Part | undefined): void => change({ part: writePart(to) }, true);
  const found = useMemo(() => tree.all.filter((n) => look.found.has(n)), [tree, look.found]);
  const step = (among: Node[], by: 1 | -1): void => {
    const at = tree.all.find((n) => n.span.spanId === search.span)?.index;
    const to = nextOf(among, at, by);
    if (!to) return;
    setFolded((before) => new Set([...before].filter((id) => !ancestors(to).includes(id))));
    change({ span: to.span.spanId }, true);
  };
  const next = (by: 1 | -1): void => step(found, by);
  const height = narrow ? "max-h-[46vh]" : "max-h-[calc(100dvh-20rem)] min-h-52";
  return (
    <div className={clsx("flex flex-col gap-2.5 max-sm:[--names:54%]", narrow ? "[--names:46%]" : "[--names:40%]")}>
      <div className="flex items-start gap-3">
        <TraceFacts tree={tree} trace={trace} calls={look.calls} colours={look.colours} onFailed={() => step(tree.all.filter((n) => failed(n) && n.failedBelow === 0), 1)} onService={(service) => change({ find: `"${service}"` }, true)} />
        {action}
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <Switch label="View" value={search.draw ?? "waterfall"} options={["waterfall", "flame"]} onChange={(to) => change({ draw: to === "flame" ? "flame" : undefined }, true)} />
        <Find text={search.find ?? ""} found={found.length} onFind={(find) => change({ find: find || undefined }, true)} onNext={next} />
        <span className="ml-auto flex gap-1.5">
          {search.part && (
            <Button icon="search" onClick={() => zoom(undefined)}>
              Show all {time(tree.length)}
            </Button>
          )}
          {!search.draw && (
            <>
              <Button kind="quiet" onClick={() => setFolded(new Set())} disabled={folded.size === 0}>
                Unfold all
              </Button>
              <Button kind="quiet" onClick={() => setFolded(new Set(tree.all.filter((n) => n.below > 0 && n.depth > 0).map((n) => n.span.spanId)))}>
                Fold all
              </Button>
            </>
          )}
        </span>
      </div>
      <Minimap look={look} onZoom={zoom} />
      {search.draw === "flame" ? (
        <Flame look={look} open={search.span} onOpen={onOpen} onZoom={zoom} className={height} />
      ) : (
        <Waterfall look={look} nodes={nodes} folded={folded} onFold={onFold} open={search.span} onOpen={onOpen} onZoom={zoom} onNext={next} className={height} />
      )}
    </div>
  );
}

/** How the spans are drawn; the same object until something of it changes. */
function useLook(trace: WholeTrace, tree: Tree): Look {
  const { search } = useTraceSearch();
  const theme = useDrawnTheme();
  const spoken = useTraceCalls(useScope(), trace.traceId, callsModels(trace.spans)).data;
  const calls = useMemo(() => new Map((spoken ?? []).map((s) => [s.spanId, s.call])), [spoken]);
  const colours = useMemo(() => coloursOf(tree, theme), [tree, theme]);
  const found = useMemo(() => new Set(seek(tree, search.find ?? "")), [tree, search.find]);
  return useMemo(() => ({ tree, part: readPart(search.part) ?? wholeOf(tree), calls, found, colours }), [tree, search.part, calls, found, colours]);
}

/** A function that stays the same for those who remember it, and does what the newest one does. */
function useStable<A>(act: (of: A) => void): (of: A) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((of: A) => latest.current(of), []);
}

function ancestors(n: Node): string[] {
  const all = [];
  for (let up = n.parent; up; up = up.parent) all.push(up.span.spanId);
  return all;
}

/** Words sought within the trace: Enter goes to the next span that has them. */
function Find({ text, found, onFind, onNext }: { text: string; found: number; onFind: (text: string) => void; onNext: (step: 1 | -1) => void }): ReactElement {
  const [typed, setTyped] = useTyped(text);
  return (
    <form
      role="search"
      className="relative flex min-w-40 flex-1 items-center sm:max-w-72"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === text && text !== "") onNext(1);
        else onFind(typed.trim());
      }}
    >
      <Icon name="search" className="pointer-events-none absolute left-2.5 size-3.5 text-muted" />
      <input
        type="search"
        aria-label="Find in this trace"
        placeholder="Find in this trace"
        className="h-7.5 w-full rounded-md border border-line-strong bg-panel pr-16 pl-8 text-sm placeholder:text-muted/80"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value === "") onFind("");
        }}
      />
      <span role="status" className={clsx("absolute right-7 text-xs", found === 0 ? "text-bad" : "text-muted")}>
        {text !== "" && `${found} found`}
      </span>
    </form>
  );
}
