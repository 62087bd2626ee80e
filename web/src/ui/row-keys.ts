import { useEffect, useRef, useState, type KeyboardEvent } from "react";

interface RowKeys {
  current: number;
  onFocus: (index: number) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>, index: number) => void;
}

const rowOf = (index: number | null): string => `[data-row="${index}"]`;
const anyRow = 'tr[data-row], [role="row"][data-row]'; // the legend of a chart is a table, too, and a tree has keys of its own
const entering = ["j"];

/**
 * Walks through rows by keys: j, k, arrows, Home and End; Enter opens one, Escape leaves. The first rows of a page are entered by j.
 * A row has its index as data-row. One that is not drawn is scrolled to by reveal, and focused once it is there.
 */
export function useRowKeys<T>(box: { current: HTMLElement | null }, rows: T[], reveal: (index: number) => void, onOpen?: (row: T) => void): RowKeys {
  const [current, setCurrent] = useState(0);
  const wanted = useRef<number | null>(null);
  const focus = (index: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    wanted.current = next;
    reveal(next);
    setCurrent(next);
    focusWanted();
  };
  const focusWanted = (): void => {
    const row = box.current?.querySelector<HTMLElement>(rowOf(wanted.current));
    if (wanted.current === null || !row) return;
    wanted.current = null;
    row.focus();
  };
  useEffect(focusWanted);
  useEntryKeys(entering, () => {
    const first = document.querySelector(anyRow);
    if (first && box.current?.contains(first)) focus(current);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number): void => {
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
  return { current, onFocus: setCurrent, onKeyDown };
}

/** Keys that enter a part of the page while nothing is focused; foremost ones are taken before any others see them. */
export function useEntryKeys(keys: string[], enter: () => void, foremost = false): void {
  const act = useRef(enter);
  useEffect(() => {
    act.current = enter;
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const free = document.activeElement === document.body || document.activeElement?.tagName === "MAIN";
      if (!keys.includes(event.key) || !free || event.ctrlKey || event.metaKey || event.altKey) return;
      if (foremost) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      act.current();
    };
    document.addEventListener("keydown", onKey, { capture: foremost });
    return () => document.removeEventListener("keydown", onKey, { capture: foremost });
  }, [keys, foremost]);
}
