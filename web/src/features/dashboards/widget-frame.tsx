import clsx from "clsx";
import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactElement } from "react";
import type { Widget } from "@/features/dashboards/api/get-dashboard";
import { IconButton } from "@/ui/button";
import { Explore } from "./explore";
import type { Direction } from "./grid";
import { useSeen, useSize } from "./use-size";
import { kinds, titleOf } from "./widget";
import { WidgetBody } from "./widget-body";

/** What can be done with a widget while the dashboard is edited. */
export interface Edits {
  onMove: (to: Direction) => void;
  onResize: (to: Direction) => void;
  onDrag: (kind: "move" | "resize", event: PointerEvent<HTMLElement>) => void;
  onEdit: () => void;
  onCopy: () => void;
  onRemove: () => void;
}

interface Props {
  widget: Widget;
  group: string;
  brush: { onRange: (from: number, to: number) => void; onReset: () => void };
  edits?: Edits | undefined;
  dragged?: boolean;
  chosen?: boolean;
}

export const row = 56; // px
export const gap = 12; // px

const arrows: Record<string, Direction> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** A widget with its title; while it is edited, what moves and changes it. */
export function WidgetFrame({ widget, group, brush, edits, dragged = false, chosen = false }: Props): ReactElement {
  const { x, y, w, h } = widget.place;
  const place = { "--column": `${x + 1} / span ${w}`, "--row": `${y + 1} / span ${h}`, "--tall": `${Math.max(widget.kind === "series" ? 4 : 2, h) * (row + gap) - gap}px` } as CSSProperties;
  const body = useRef<HTMLDivElement>(null);
  const size = useSize(body);
  const seen = useSeen(body); // what is out of sight asks for nothing
  const title = titleOf(widget);
  const name = title || kinds[widget.kind].name;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!edits || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = arrows[event.key];
    if (to) (event.shiftKey ? edits.onResize : edits.onMove)(to);
    else if (event.key === "Enter") edits.onEdit();
    else if (event.key === "Delete" || event.key === "Backspace") edits.onRemove();
    else return;
    event.preventDefault();
  };
  return (
    <section
      aria-label={name}
      data-widget={widget.id}
      style={place}
      {...(edits && { tabIndex: 0, "aria-describedby": "widget-keys", onKeyDown })}
      className={clsx(
        "relative flex min-h-0 min-w-0 flex-col rounded-lg border bg-panel max-sm:h-(--tall) sm:[grid-column:var(--column)] sm:[grid-row:var(--row)]",
        dragged ? "z-10 border-accent opacity-90 shadow-pop" : chosen ? "border-accent" : "border-line",
      )}
    >
      {(title || edits) && (
        <header className="flex h-9 shrink-0 items-center gap-1 pr-1 pl-3">
          {edits && (
            <span aria-hidden="true" title="Drag to move" onPointerDown={(event) => edits.onDrag("move", event)} className="-ml-1.5 cursor-grab touch-none px-1 text-muted select-none active:cursor-grabbing">
              ⠿
            </span>
          )}
          <h2 className="min-w-0 flex-1 truncate text-sm font-medium" title={title}>
            {title}
          </h2>
          {edits ? <Tools name={name} edits={edits} /> : <Explore widget={widget} name={name} />}
        </header>
      )}
      <div ref={body} className={clsx("min-h-0 flex-1 overflow-hidden", !title && !edits && "pt-3")}>
        {seen && size.height > 0 && <WidgetBody widget={widget} size={size} group={group} brush={brush} />}
      </div>
      {edits && <span aria-hidden="true" title="Drag to resize" onPointerDown={(event) => edits.onDrag("resize", event)} className="absolute right-0 bottom-0 size-4 cursor-nwse-resize touch-none rounded-br-lg border-r-2 border-b-2 border-line-strong max-sm:hidden" />}
    </section>
  );
}

function Tools({ name, edits }: { name: string; edits: Edits }): ReactElement {
  return (
    <>
      <IconButton icon="edit" label={`Edit ${name}`} onClick={edits.onEdit} />
      <IconButton icon="copy" label={`Copy ${name}`} onClick={edits.onCopy} />
      <IconButton icon="trash" label={`Remove ${name}`} onClick={edits.onRemove} />
    </>
  );
}
