import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";

interface RowKeys {
  current: number;
  onFocus: (index: number) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>, index: number) => void;
}

/** j, k, arrows, Home and End walk through lines, Enter opens one, Escape leaves; j with nothing focused enters. reveal scrolls to a line that is not drawn. */
export function useRowKeys(box: RefObject<HTMLElement | null>, count: number, reveal: (index: number) => void, onOpen: (index: number) => void, start = 0): RowKeys {
  const [current, setCurrent] = useState(start);
  const wanted = useRef<number | null>(null);
  const focusWanted = (): void => {
    const row = box.current?.querySelector<HTMLElement>(`[data-line="${wanted.current}"]`);
    if (wanted.current === null || !row) return;
    wanted.current = null;
    row.focus();
  };
  useEffect(focusWanted);
  const focus = (index: number): void => {
    wanted.current = Math.max(0, Math.min(count - 1, index));
    reveal(wanted.current);
    setCurrent(wanted.current);
    focusWanted();
  };
  const enter = useRef(() => {});
  useEffect(() => {
    enter.current = () => focus(Math.min(current, count - 1));
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const free = document.activeElement === document.body || document.activeElement?.tagName === "MAIN";
      if (event.key === "j" && free && !event.ctrlKey && !event.metaKey && !event.altKey) enter.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      j: () => focus(index + 1),
      ArrowDown: () => focus(index + 1),
      k: () => focus(index - 1),
      ArrowUp: () => focus(index - 1),
      Home: () => focus(0),
      End: () => focus(count - 1),
      Enter: () => onOpen(index),
      Escape: () => event.currentTarget.blur(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return { current, onFocus: setCurrent, onKeyDown };
}
