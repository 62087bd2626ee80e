import clsx from "clsx";
import { memo, type CSSProperties, type ReactElement } from "react";
import { count } from "@/lib/format";
import { Icon } from "@/ui/icon";
import { callWords, time, type Call } from "./look";
import type { Part } from "./search";
import { exact, failed, type Node } from "./tree";

export const rowHeight = 28; // px

interface Props {
  node: Node;
  index: number; // among those shown
  part: Part;
  colour: string;
  call: Call | undefined;
  folded: boolean;
  open: boolean;
  tabbable: boolean;
  dim: boolean; // not what is sought
  onFocus: (index: number) => void;
  onFold: (node: Node, fold: boolean) => void;
  onOpen: (node: Node) => void;
}

const indent = 12; // px for each level
const deepest = 14; // levels that are indented
const foldWidth = 24; // px of the sign that folds, with the gap after it

/** One span. Drawn anew only when something of it changes, and at a place of its own, so that scrolling draws only the rows that come. */
export const WaterfallRow = memo(function WaterfallRow({ node, index, part, colour, call, folded, open, tabbable, dim, onFocus, onFold, onOpen }: Props): ReactElement {
  const { span } = node;
  const bad = failed(node);
  return (
    <div
      role="treeitem"
      data-row={index}
      aria-level={node.depth + 1}
      aria-posinset={index + 1}
      aria-expanded={node.below > 0 ? !folded : undefined}
      aria-selected={open}
      aria-label={[span.name, span.service, time(node.to - node.from), bad && "failed", node.lost && "parent not received", call?.model].filter(Boolean).join(", ")}
      tabIndex={tabbable ? 0 : -1}
      onFocus={() => onFocus(index)}
      onClick={() => onOpen(node)}
      style={{ top: index * rowHeight, height: rowHeight }}
      className={clsx("absolute inset-x-0 grid cursor-pointer grid-cols-[var(--names)_minmax(0,1fr)] items-center [contain:strict] text-sm -outline-offset-2 hover:bg-hover/60", open && "bg-accent-soft", dim && "opacity-35")}
    >
      <div className="flex min-w-0 items-center gap-1.5 pr-2" style={{ paddingLeft: 6 + Math.min(node.depth, deepest) * indent + (node.below > 0 ? 0 : foldWidth) }}>
        {node.below > 0 && <Fold node={node} folded={folded} onFold={onFold} />}
        <span className="h-4 w-1 shrink-0 rounded-full" style={{ background: colour }} />
        {node.lost && (
          <span className="shrink-0 text-muted" title={`Its parent ${span.parentSpanId} was not received`}>
            <Icon name="rootless" className="size-3.5" />
          </span>
        )}
        {bad && <Icon name="alert" className="size-3.5 text-bad" />}
        {call && <Icon name="spark" className="size-3.5 text-accent" />}
        <span className={clsx("shrink-[1] truncate", bad && "text-bad")} title={span.name}>
          {span.name}
        </span>
        <span className="min-w-0 shrink-[4] truncate text-xs text-muted max-sm:hidden">{span.service}</span>
      </div>
      <Bar node={node} part={part} colour={colour} call={call} bad={bad} />
    </div>
  );
});

/** Opens or closes what is below; the keys do it too. */
function Fold({ node, folded, onFold }: { node: Node; folded: boolean; onFold: Props["onFold"] }): ReactElement {
  return (
    <span
      className="flex h-5 shrink-0 items-center rounded text-muted hover:bg-hover hover:text-text"
      title={folded ? `Show ${count(node.below)} below` : "Fold"}
      onClick={(event) => {
        event.stopPropagation();
        onFold(node, !folded);
      }}
    >
      <Icon name="chevron" className={clsx("size-4.5 p-0.5", folded && "-rotate-90")} />
      {folded && <span className={clsx("pr-1 text-xs", node.failedBelow > 0 && "text-bad")}>{count(node.below)}</span>}
    </span>
  );
}

function Bar({ node, part, colour, call, bad }: { node: Node; part: Part; colour: string; call: Call | undefined; bad: boolean }): ReactElement {
  const whole = part.to - part.from;
  const share = (ms: number): number => Math.max(0, Math.min(1, (ms - part.from) / whole)) * 100;
  const [left, right] = [share(node.from), share(node.to)];
  const words = call && callWords(call);
  const label = (
    <>
      {time(node.to - node.from)}
      {words && <span className="ml-2 max-sm:hidden">{words}</span>}
    </>
  );
  const text = "absolute top-[5px] max-w-full truncate text-xs leading-[18px] whitespace-nowrap";
  return (
    <div className="relative mr-3 h-full">
      {node.to < part.from ? (
        <span className={text}>‹ {label}</span>
      ) : node.from > part.to ? (
        <span className={clsx(text, "right-1")}>{label} ›</span>
      ) : (
        <>
          <span className="absolute top-[6px] h-[16px] min-w-[2px] rounded-[3px]" style={{ left: `${left}%`, width: `${right - left}%`, background: bad ? "var(--bad-strong)" : colour, borderLeft: bad ? `3px solid ${colour}` : undefined }}>
            <Ticks node={node} />
          </span>
          <span className={text} style={beside(left, right, bad)}>
            {label}
          </span>
        </>
      )}
    </div>
  );
}

/** Where the label of a bar stands: after it, before it, or at its end where neither has room. */
function beside(left: number, right: number, bad: boolean): CSSProperties {
  if (right < 62) return { left: `calc(${right}% + 6px)`, maxWidth: `calc(${100 - right}% - 6px)` };
  if (left > 38) return { right: `calc(${100 - left}% + 6px)`, maxWidth: `calc(${left}% - 6px)` };
  return { right: `calc(${100 - right}% + 6px)`, color: bad ? "var(--on-accent)" : "var(--panel)" };
}

/** The events of a span as ticks on its bar. */
function Ticks({ node }: { node: Node }): ReactElement[] {
  const long = node.to - node.from;
  const [start, rest] = exact(node.span.start);
  return (node.span.events ?? []).slice(0, 50).map((event, i) => {
    const [at, more] = exact(event.at);
    const share = long > 0 ? Math.max(0, Math.min(1, (at - start + more - rest) / long)) : 0;
    return <span key={i} title={event.name} className={clsx("absolute -top-[3px] h-[22px] w-[2px]", event.name === "exception" ? "bg-bad" : "bg-text/70")} style={{ left: `calc(${share * 100}% - 1px)` }} />;
  });
}
