import type { Place, Widget } from "@/features/dashboards/api/get-dashboard";

export const columns = 12;
export const tallest = 24; // rows

const besides = (a: Place, b: Place): boolean => a.x < b.x + b.w && b.x < a.x + a.w; // share a column

/** A place within the grid, of whole cells. */
export function fit({ x, y, w, h }: Place): Place {
  const width = Math.max(1, Math.min(columns, Math.round(w)));
  return { x: Math.max(0, Math.min(columns - width, Math.round(x))), y: Math.max(0, Math.round(y)), w: width, h: Math.max(1, Math.min(tallest, Math.round(h))) };
}

/**
 * Lets widgets rise as far as those above them allow, so that none overlap. Of two in the same row the one that was
 * moved goes first, and the other gives way.
 */
export function arrange<T extends { id: string; place: Place }>(widgets: T[], moved?: string): T[] {
  const rank = (w: T): number => w.place.y - (w.id === moved ? 0.5 : 0);
  const placed: T[] = [];
  for (const widget of [...widgets].sort((a, b) => rank(a) - rank(b) || a.place.x - b.place.x)) {
    const y = Math.max(0, ...placed.filter((p) => besides(p.place, widget.place)).map((p) => p.place.y + p.place.h));
    placed.push({ ...widget, place: { ...widget.place, y } });
  }
  return placed;
}

/** Puts a widget somewhere; the others make room. */
export function put(widgets: Widget[], id: string, place: Place): Widget[] {
  return arrange(
    widgets.map((w) => (w.id === id ? { ...w, place: fit(place) } : w)),
    id,
  );
}

export type Direction = "left" | "right" | "up" | "down";

/** Moves a widget by a column, or past the one above or below it. */
export function move(widgets: Widget[], id: string, to: Direction): Widget[] {
  const own = widgets.find((w) => w.id === id)?.place;
  if (!own) return widgets;
  if (to === "left" || to === "right") return put(widgets, id, { ...own, x: own.x + (to === "left" ? -1 : 1) });
  const others = widgets.filter((w) => w.id !== id && besides(w.place, own)).map((w) => w.place.y);
  if (to === "up") {
    const above = others.filter((y) => y < own.y);
    return above.length > 0 ? put(widgets, id, { ...own, y: Math.max(...above) }) : widgets;
  }
  const below = others.filter((y) => y > own.y);
  return below.length > 0 ? put(widgets, id, { ...own, y: Math.min(...below) + 1 }) : widgets;
}

/** Makes a widget a column or a row greater or smaller. */
export function resize(widgets: Widget[], id: string, to: Direction): Widget[] {
  const own = widgets.find((w) => w.id === id)?.place;
  if (!own) return widgets;
  const [dw, dh] = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }[to] as [number, number];
  const w = Math.max(1, Math.min(columns - own.x, own.w + dw));
  return put(widgets, id, { ...own, w, h: own.h + dh });
}

/** A place of a size below everything. */
export function below(widgets: Widget[], w: number, h: number): Place {
  return { x: 0, y: Math.max(0, ...widgets.map((one) => one.place.y + one.place.h)), w, h };
}

/** An id that no widget has. */
export function freeId(widgets: Widget[]): string {
  for (let n = widgets.length + 1; ; n++) if (!widgets.some((w) => w.id === `w${n}`)) return `w${n}`;
}

/** Widgets in the order in which they are read. */
export function inOrder(widgets: Widget[]): Widget[] {
  return [...widgets].sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
}
