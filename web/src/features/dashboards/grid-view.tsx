import { useRef, useState, type PointerEvent, type ReactElement } from "react";
import type { Place, Widget } from "@/features/dashboards/api/get-dashboard";
import { useBrush } from "@/lib/series/use-brush";
import { arrange, columns, freeId, inOrder, move, put, resize, type Direction } from "./grid";
import { titleOf } from "./widget";
import { gap, row, WidgetFrame } from "./widget-frame";

interface Props {
  name: string; // of the dashboard; its charts share their cursor
  widgets: Widget[];
  editing?: {
    onChange: (to: Widget[]) => void;
    onEdit: (id: string) => void;
    chosen: string | undefined; // the widget whose editor is open
  };
}

interface Drag {
  id: string;
  kind: "move" | "resize";
  at: { x: number; y: number }; // where the pointer was, in px
  from: Place;
  to: Place;
}

/** Widgets on a grid of twelve columns; on a phone below each other. */
export function GridView({ name, widgets, editing }: Props): ReactElement {
  const grid = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const [said, setSaid] = useState("");
  const brush = useBrush();
  const shown = drag ? put(widgets, drag.id, drag.to) : widgets;

  const start = (widget: Widget, kind: Drag["kind"], event: PointerEvent<HTMLElement>): void => {
    event.preventDefault();
    grid.current?.setPointerCapture(event.pointerId);
    setDrag({ id: widget.id, kind, at: { x: event.clientX, y: event.clientY }, from: widget.place, to: widget.place });
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!drag || !grid.current) return;
    const dx = (event.clientX - drag.at.x) / ((grid.current.clientWidth + gap) / columns);
    const dy = (event.clientY - drag.at.y) / (row + gap);
    const { x, y, w, h } = drag.from;
    const to = drag.kind === "move" ? { x: x + dx, y: y + dy, w, h } : { x, y, w: Math.min(columns - x, w + dx), h: h + dy };
    setDrag({ ...drag, to });
  };
  const end = (keep: boolean): void => {
    if (drag && keep && (shown.some((w, i) => w !== widgets[i]))) editing?.onChange(shown);
    setDrag(undefined);
  };
  const step = (widget: Widget, how: typeof move, verb: string) => (to: Direction): void => {
    const next = how(widgets, widget.id, to);
    const place = next.find((w) => w.id === widget.id)?.place;
    if (!place || !editing) return;
    editing.onChange(next);
    setSaid(`${titleOf(widget) || "Text"} ${verb}: column ${place.x + 1}, row ${place.y + 1}, ${place.w} wide, ${place.h} high`);
  };
  const edits = (widget: Widget) =>
    editing && {
      onMove: step(widget, move, "moved"),
      onResize: step(widget, resize, "resized"),
      onDrag: (kind: Drag["kind"], event: PointerEvent<HTMLElement>) => start(widget, kind, event),
      onEdit: () => editing.onEdit(widget.id),
      onCopy: () => editing.onChange(arrange([...widgets, { ...widget, id: freeId(widgets), place: { ...widget.place, y: widget.place.y + widget.place.h } }])),
      onRemove: () => editing.onChange(arrange(widgets.filter((w) => w.id !== widget.id))),
    };
  return (
    <>
      <div
        ref={grid}
        onPointerMove={onPointerMove}
        onPointerUp={() => end(true)}
        onPointerCancel={() => end(false)}
        style={{ gridAutoRows: row, gap }}
        className="flex flex-col sm:grid sm:grid-cols-[repeat(12,minmax(0,1fr))]"
      >
        {inOrder(shown).map((widget) => (
          <WidgetFrame key={widget.id} widget={widget} group={name} brush={brush} edits={edits(widgets.find((w) => w.id === widget.id) ?? widget)} dragged={drag?.id === widget.id} chosen={editing?.chosen === widget.id} />
        ))}
      </div>
      {editing && (
        <>
          <p id="widget-keys" className="sr-only">
            Arrows move, with shift resize, Enter edits, Delete removes.
          </p>
          <p role="status" className="sr-only">
            {said}
          </p>
        </>
      )}
    </>
  );
}
