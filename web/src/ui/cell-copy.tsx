import { useEffect, useRef, useState, type ReactElement, type RefObject } from "react";
import { IconButton } from "./button";
import { useCopy } from "./copy";
import type { Column } from "./table";

interface Pointed {
  name: string; // of the column
  text: string;
  top: number; // px, in the box
  left: number;
}

const size = 24; // px, of the button
const patience = 350; // ms that the pointer rests on a cell

/** A button over the cell on which the pointer rests: it copies what the cell holds. The box of the table is what it is placed in. */
export function CellCopy<T>({ box, columns, rows }: { box: RefObject<HTMLElement | null>; columns: Column<T>[]; rows: T[] }): ReactElement | null {
  const [pointed, setPointed] = useState<Pointed>();
  const latest = useRef({ columns, rows });
  useEffect(() => {
    latest.current = { columns, rows };
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let cell: Element | null = null;
    let timer = 0;
    const leave = (): void => {
      cell = null;
      clearTimeout(timer);
      setPointed(undefined);
    };
    const over = ({ target, pointerType }: PointerEvent): void => {
      if (pointerType !== "mouse" || !(target instanceof Element) || target.closest("[data-copy]")) return;
      const next = target.closest("td");
      if (next === cell) return;
      leave();
      cell = next;
      if (next) timer = window.setTimeout(() => setPointed(read(element, next, latest.current.columns, latest.current.rows)), patience);
    };
    element.addEventListener("pointerover", over);
    element.addEventListener("pointerleave", leave);
    element.addEventListener("scroll", leave);
    return () => {
      clearTimeout(timer);
      element.removeEventListener("pointerover", over);
      element.removeEventListener("pointerleave", leave);
      element.removeEventListener("scroll", leave);
    };
  }, [box]);
  return pointed ? <Copy key={`${pointed.top} ${pointed.left}`} of={pointed} /> : null;
}

function Copy({ of: { name, text, top, left } }: { of: Pointed }): ReactElement {
  const { copied, copy } = useCopy(text);
  return <IconButton data-copy="" tabIndex={-1} icon={copied ? "check" : "copy"} label={copied ? "Copied" : `Copy ${name}`} onClick={copy} style={{ top, left }} className="absolute! z-10 size-6! border border-line bg-panel" />;
}

/** What a cell holds, and where a button lies that hides little of it: at the end of a text, before a number. */
function read<T>(box: HTMLElement, cell: HTMLTableCellElement, columns: Column<T>[], rows: T[]): Pointed | undefined {
  const column = columns[cell.cellIndex];
  const row = rows[Number(cell.parentElement?.dataset["row"] ?? NaN)];
  const text = row === undefined ? undefined : column?.text?.(row);
  if (!column || !text) return undefined;
  const [at, outer] = [cell.getBoundingClientRect(), box.getBoundingClientRect()];
  const left = (column.number ? at.left + 1 : at.right - size - 1) - outer.left + box.scrollLeft;
  return { name: column.name, text, top: at.top - outer.top + box.scrollTop + (at.height - size) / 2, left };
}
