import { useRef } from "react";
import { useRange } from "@/lib/scope";
import { useChooseRange } from "@/lib/time/choose";
import type { RangeSearch } from "@/lib/time/range";

/** Dragging over a chart chooses the time range of the page; a double click takes back what was chosen so. */
export function useBrush(): { onRange: (from: number, to: number) => void; onReset: () => void } {
  const range = useRange();
  const choose = useChooseRange();
  const before = useRef<RangeSearch[]>([]);
  return {
    onRange: (from, to) => {
      before.current.push(range);
      choose({ from, to });
    },
    onReset: () => {
      const first = before.current[0];
      before.current = [];
      if (first) choose({ range: first.range, from: first.from, to: first.to });
    },
  };
}
