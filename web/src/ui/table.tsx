import clsx from "clsx";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from "react";

export interface Column<T> {
  name: string;
  cell: (row: T) => ReactNode;
  number?: boolean; // right-aligned
  wide?: boolean; // left out on a phone
}

interface Props<T> {
  label: string;
  columns: Column<T>[];
  rows: T[];
  rowKey: (row: T) => string;
  onOpen?: (row: T) => void;
  actions?: (row: T) => ReactNode; // buttons at the end of a row
}

/** Rows of one kind. j and k (or arrows) walk through the rows, Enter opens one, Escape leaves. */
export function Table<T>({ label, columns, rows, rowKey, onOpen, actions }: Props<T>): ReactElement {
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const focus = (index: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setCurrent(next);
    body.current?.rows[next]?.focus();
  };
  useFirstTableKeys(body, () => focus(current));
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, index: number): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[index];
    const acts: Record<string, () => void> = {
      j: () => focus(index + 1),
      ArrowDown: () => focus(index + 1),
      k: () => focus(index - 1),
      ArrowUp: () => focus(index - 1),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
      Enter: () => row !== undefined && onOpen?.(row),
      Escape: () => event.currentTarget.blur(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const last = Math.min(current, rows.length - 1);
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-panel">
      <table aria-label={label} className="w-full border-collapse text-left">
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {columns.map((c) => (
              <th key={c.name} scope="col" className={clsx("px-3 py-1.5 max-sm:px-2 text-xs font-medium whitespace-nowrap text-muted", c.number && "text-right", c.wide && "max-sm:hidden")}>
                {c.name}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} className="divide-y divide-line">
          {rows.map((row, index) => (
            <tr
              key={rowKey(row)}
              tabIndex={index === last ? 0 : -1}
              onFocus={() => setCurrent(index)}
              onKeyDown={(event) => onKeyDown(event, index)}
              onClick={onOpen && ((event) => isPlain(event.target) && onOpen(row))}
              className={clsx("group -outline-offset-2 hover:bg-hover/60", onOpen && "cursor-pointer")}
            >
              {columns.map((c) => (
                <td key={c.name} className={clsx("h-9 px-3 py-1 max-sm:px-2", c.number && "text-right", c.wide && "max-sm:hidden")}>
                  {c.cell(row)}
                </td>
              ))}
              {actions && (
                <td className="px-2 py-1">
                  <div className="flex justify-end gap-0.5">{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** j with nothing focused enters the first table of the page. */
function useFirstTableKeys(body: { current: HTMLTableSectionElement | null }, enter: () => void): void {
  const act = useRef(enter);
  useEffect(() => {
    act.current = enter;
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const free = document.activeElement === document.body || document.activeElement?.tagName === "MAIN";
      if (event.key !== "j" || !free || event.ctrlKey || event.metaKey) return;
      if (document.querySelector("tbody") === body.current) act.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [body]);
}

/** A click on a control inside of a row is not a click on the row. */
function isPlain(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, a, input, select, [role=dialog], [role=alertdialog]") === null;
}
