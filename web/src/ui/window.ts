import { useState, type RefObject, type UIEvent } from "react";

/** The part of a long list that is drawn. */
export interface Window {
  start: number;
  end: number; // not included
  above: number; // px of the rows before start
  below: number; // px of the rows from end on
  onScroll: (event: UIEvent<HTMLElement>) => void;
  reveal: (index: number) => void; // scrolls a row into view
}

const spare = 12; // rows drawn beyond each edge

/** Draws only the rows of a scrolled box that are in sight; all of them when there are few. */
export function useWindow(box: RefObject<HTMLElement | null>, count: number, rowHeight: number, active: boolean): Window {
  const [view, setView] = useState(() => ({ top: 0, height: window.innerHeight * 0.8 })); // until it is scrolled; the spare rows make up for more
  const onScroll = ({ currentTarget: e }: UIEvent<HTMLElement>): void => {
    // Drawn anew only when rows come or go.
    const top = Math.floor(e.scrollTop / rowHeight) * rowHeight;
    if (active && (top !== view.top || e.clientHeight !== view.height)) setView({ top, height: e.clientHeight });
  };
  const reveal = (index: number): void => {
    const e = box.current;
    if (!e || !active) return;
    const { scrollTop, clientHeight } = e;
    const row = index * rowHeight;
    const lowest = row + 2 * rowHeight - clientHeight; // two: the row and the header above it
    const top = row < scrollTop ? row : Math.max(scrollTop, lowest);
    e.scrollTo?.({ top });
    setView({ top: Math.floor(top / rowHeight) * rowHeight, height: clientHeight || view.height });
  };
  const { start, end } = active ? slice(view.top, view.height, rowHeight, count) : { start: 0, end: count };
  return { start, end, above: start * rowHeight, below: (count - end) * rowHeight, onScroll, reveal };
}

/** The rows that are in sight at a scroll position, and some more. */
export function slice(top: number, height: number, rowHeight: number, count: number): { start: number; end: number } {
  const start = Math.max(0, Math.floor(top / rowHeight) - spare);
  return { start: Math.min(start, count), end: Math.min(count, Math.ceil((top + height) / rowHeight) + spare) };
}
