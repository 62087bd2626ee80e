import clsx from "clsx";
import { useEffect, useRef, type CSSProperties, type ReactElement, type ReactNode, type UIEvent } from "react";
import { flushSync } from "react-dom";
import { CellCopy } from "./cell-copy";
import { useRowKeys } from "./row-keys";
import type { Column } from "./table";
import { TableTools, useColumns } from "./table-tools";
import { useWindow } from "./window";

/** A column of a table that does not know all its rows yet, and so cannot fit its widths to them. */
export interface LongColumn<T> extends Column<T> {
  width?: number; // px; columns without share the rest
  small?: number; // px on a phone
}

interface Props<T> {
  label: string;
  columns: LongColumn<T>[];
  rows: T[];
  rowKey: (row: T) => string;
  onOpen: (row: T) => void;
  open?: string; // key of the row whose detail is shown
  onEnd: () => void; // the reader comes to the last rows
  onTop?: (at: boolean) => void; // whether the first row is in sight
  foot: ReactNode; // says whether more is there
  tools: string; // name under which columns are remembered and rows exported
  faded?: boolean; // the rows are of an earlier question
  className?: string; // its height
}

const rowHeight = 34; // px, with its line
const ahead = 20; // rows before the end at which more are asked for

/** Rows that are read page by page; only those in sight are drawn. Keys as in Table. */
export function LongTable<T>({ label, columns, rows, rowKey, onOpen, open, onEnd, onTop, foot, tools, faded = false, className = "max-h-[70vh]" }: Props<T>): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useWindow(box, rows.length, rowHeight, true);
  const { current, onKeyDown, onFocus } = useRowKeys(box, rows, drawn.reveal, onOpen);
  const { shown: picked, toggle } = useColumns<T>(tools, columns);
  const shown = columns.filter((c) => picked.includes(c));
  const tabbable = Math.max(drawn.start, Math.min(current, drawn.end - 1));
  const near = drawn.end + ahead >= rows.length;
  const more = useRef(onEnd);
  useEffect(() => {
    more.current = onEnd;
  });
  useEffect(() => {
    if (near) more.current();
  }, [near, rows.length]);
  const onScroll = (event: UIEvent<HTMLDivElement>): void => {
    flushSync(() => drawn.onScroll(event)); // within the frame, so that nothing blank is seen
    onTop?.(event.currentTarget.scrollTop < rowHeight);
  };
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <TableTools name={tools} columns={columns} shown={shown} toggle={toggle} rows={rows} />
      <div ref={box} onScroll={onScroll} className={clsx("relative overflow-auto rounded-lg border border-line bg-panel", className)}>
        <table aria-label={label} aria-rowcount={rows.length + 1} aria-busy={faded} className={clsx("w-full table-fixed border-collapse text-left", faded && "opacity-55")}>
          <thead className="sticky top-0 z-10 bg-sunken">
            <tr>
              {shown.map((c) => (
                <th key={c.name} scope="col" style={{ "--width": `${c.width}px`, "--small": `${c.small ?? c.width}px` } as CSSProperties} className={clsx(c.width && "w-(--small) sm:w-(--width)", "px-2.5 py-1.5 text-xs font-medium whitespace-nowrap text-muted max-sm:px-2", c.number && "text-right", c.wide && "max-sm:hidden")}>
                  {c.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.above > 0 && <Gap height={drawn.above} />}
            {rows.slice(drawn.start, drawn.end).map((row, offset) => {
              const index = drawn.start + offset;
              return (
                <tr
                  key={rowKey(row)}
                  data-row={index}
                  aria-rowindex={index + 2}
                  aria-current={rowKey(row) === open || undefined}
                  tabIndex={index === tabbable ? 0 : -1}
                  onFocus={() => onFocus(index)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                  onClick={(event) => event.target instanceof Element && !event.target.closest("button, a") && onOpen(row)}
                  className="h-8.5 cursor-pointer border-t border-line whitespace-nowrap -outline-offset-2 hover:bg-hover/60 aria-[current]:bg-accent-soft"
                >
                  {shown.map((c) => (
                    <td key={c.name} className={clsx("h-8.5 overflow-hidden px-2.5 py-0 text-ellipsis max-sm:px-2", c.number && "text-right", c.wide && "max-sm:hidden")}>
                      {c.cell(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
            {drawn.below > 0 && <Gap height={drawn.below} />}
          </tbody>
        </table>
        <CellCopy box={box} columns={shown} rows={rows} />
        <div className="sticky left-0 border-t border-line px-3 py-1.5 text-center text-xs text-muted">{foot}</div>
      </div>
    </div>
  );
}

/** The place of rows that are not drawn. One cell: more would keep the place of columns that a phone leaves out. */
function Gap({ height }: { height: number }): ReactElement {
  return (
    <tr aria-hidden="true">
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}
