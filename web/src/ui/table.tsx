import clsx from "clsx";
import { useRef, type ReactElement, type ReactNode } from "react";
import { CellCopy } from "./cell-copy";
import { useRowKeys } from "./row-keys";
import { TableTools, useColumns } from "./table-tools";
import { useWindow } from "./window";

export interface Column<T> {
  name: string;
  cell: (row: T) => ReactNode;
  text?: (row: T) => string; // what is copied and exported; columns without are not
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
  tools?: string; // name under which columns are remembered and rows exported
  many?: number; // rows from which on only those in sight are drawn
}

const rowHeight = 37; // px, with its line

/** Rows of one kind. j and k (or arrows) walk through the rows, Enter opens one, Escape leaves. */
export function Table<T>({ label, columns, rows, rowKey, onOpen, actions, tools, many = 100 }: Props<T>): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const long = rows.length >= many;
  const drawn = useWindow(box, rows.length, rowHeight, long);
  const { current, onKeyDown, onFocus } = useRowKeys(box, rows, drawn.reveal, onOpen);
  const { shown, toggle } = useColumns(tools, columns);
  const tabbable = Math.max(drawn.start, Math.min(current, drawn.end - 1));
  const width = shown.length + (actions ? 1 : 0);
  return (
    <div className="flex flex-col gap-1.5">
      {tools && <TableTools name={tools} columns={columns} shown={shown} toggle={toggle} rows={rows} />}
      <div ref={box} onScroll={drawn.onScroll} className={clsx("relative overflow-x-auto rounded-lg border border-line bg-panel", long && "max-h-[70vh] overflow-y-auto")}>
        <table aria-label={label} aria-rowcount={long ? rows.length + 1 : undefined} className="w-full border-collapse text-left">
          <Head columns={shown} actions={actions !== undefined} />
          <tbody>
            {drawn.above > 0 && <Gap height={drawn.above} width={width} />}
            {rows.slice(drawn.start, drawn.end).map((row, offset) => {
              const index = drawn.start + offset;
              return (
                <tr
                  key={rowKey(row)}
                  data-row={index}
                  aria-rowindex={long ? index + 2 : undefined}
                  tabIndex={index === tabbable ? 0 : -1}
                  onFocus={() => onFocus(index)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                  onClick={onOpen && ((event) => isPlain(event.target, event.currentTarget) && onOpen(row))}
                  className={clsx("border-t border-line -outline-offset-2 hover:bg-hover/60", onOpen && "cursor-pointer", long && "whitespace-nowrap")}
                >
                  {shown.map((c) => (
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
              );
            })}
            {drawn.below > 0 && <Gap height={drawn.below} width={width} />}
          </tbody>
        </table>
        <CellCopy box={box} columns={shown} rows={rows} />
      </div>
    </div>
  );
}

function Head<T>({ columns, actions }: { columns: Column<T>[]; actions: boolean }): ReactElement {
  return (
    <thead className="sticky top-0 z-10 bg-sunken">
      <tr>
        {columns.map((c) => (
          <th key={c.name} scope="col" className={clsx("px-3 py-1.5 text-xs font-medium whitespace-nowrap text-muted max-sm:px-2", c.number && "text-right", c.wide && "max-sm:hidden")}>
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
  );
}

/** The place of rows that are not drawn. */
function Gap({ height, width }: { height: number; width: number }): ReactElement {
  return (
    <tr aria-hidden="true">
      <td colSpan={width} style={{ height, padding: 0 }} />
    </tr>
  );
}

/** A click on a control inside of a row, or in a dialog that it opened elsewhere, is not a click on the row. */
function isPlain(target: EventTarget, row: Element): boolean {
  if (!(target instanceof Element) || !row.contains(target)) return false;
  const control = target.closest("button, a, input, select");
  return control === null || !row.contains(control);
}
