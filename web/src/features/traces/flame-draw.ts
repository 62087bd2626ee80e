import type { Look } from "./look";
import { failed, lanesOf, type Node, type Tree } from "./tree";

export const laneHeight = 22; // px, with the gap below

/** The nodes of each lane in the order of time. */
export interface Plan {
  rows: Node[][];
}

export function lanes(tree: Tree): Plan {
  const { lanes: of, count } = lanesOf(tree);
  const rows: Node[][] = Array.from({ length: count }, () => []);
  for (const n of tree.all) rows[of[n.index] ?? 0]?.push(n);
  for (const row of rows) row.sort((a, b) => a.from - b.from);
  return { rows };
}

/** The index of the first node of a lane that ends after an instant. */
function firstAfter(row: Node[], at: number): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((row[middle] as Node).to < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The node of a lane at an instant, or the nearest within reach; in ms. */
export function nodeAt({ rows }: Plan, lane: number, at: number, reach: number): Node | undefined {
  const row = rows[lane] ?? [];
  const n = row[firstAfter(row, at - reach)];
  return n && n.from <= at + reach ? n : undefined;
}

/** Draws the lanes that are in sight onto a canvas as large as what is seen of them. */
export function drawFlame(canvas: HTMLCanvasElement, outer: HTMLElement, { rows }: Plan, { part, colours, found, calls }: Look, current: Node | undefined): void {
  const scale = window.devicePixelRatio || 1;
  const [width, height] = [outer.clientWidth, outer.clientHeight];
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const c = canvas.getContext("2d");
  if (!c) return;
  const style = getComputedStyle(document.documentElement);
  const [text, bad, accent] = ["--text", "--bad-strong", "--accent"].map((name) => style.getPropertyValue(name));
  c.scale(scale, scale);
  c.font = "11.5px system-ui, sans-serif";
  c.textBaseline = "middle";
  const perMs = width / (part.to - part.from);
  const first = Math.floor(outer.scrollTop / laneHeight);
  for (let lane = first; lane < rows.length && (lane - first) * laneHeight < height + laneHeight; lane++) {
    const y = lane * laneHeight - outer.scrollTop + 1;
    const row = rows[lane] ?? [];
    for (let i = firstAfter(row, part.from); i < row.length; i++) {
      const n = row[i] as Node;
      if (n.from > part.to) break;
      const left = Math.max(0, (n.from - part.from) * perMs);
      const wide = Math.max(1, Math.min(width, (n.to - part.from) * perMs) - left - (n === current ? 0 : 1));
      const faint = found.size > 0 && !found.has(n) ? 0.3 : 1;
      c.globalAlpha = 0.3 * faint;
      c.fillStyle = failed(n) ? (bad as string) : (colours.get(n.span.service) ?? "gray");
      c.fillRect(left, y, wide, laneHeight - 2);
      c.globalAlpha = faint;
      c.fillRect(left, y, Math.min(3, wide), laneHeight - 2);
      if (wide > 34) label(c, `${failed(n) ? "! " : ""}${calls.has(n.span.spanId) ? "✦ " : ""}${n.span.name}`, left + 7, y, wide - 10, text as string);
      if (n === current) {
        c.strokeStyle = accent as string;
        c.lineWidth = 2;
        c.strokeRect(left + 1, y + 1, Math.max(1, wide - 2), laneHeight - 4);
      }
    }
  }
}

function label(c: CanvasRenderingContext2D, text: string, x: number, y: number, room: number, colour: string): void {
  c.fillStyle = colour;
  c.save();
  c.beginPath();
  c.rect(x, y, room, laneHeight - 2);
  c.clip();
  c.fillText(text, x, y + laneHeight / 2 - 1);
  c.restore();
}
