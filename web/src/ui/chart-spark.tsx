import type { ReactElement } from "react";
import "./chart.css";

interface Props {
  values: (number | null)[];
  high: number; // of the scale, whose low is zero
  label: string;
  width?: number;
  height?: number;
}

/** A line without axes, for a cell: what a number did before. Gaps are gaps. There may be hundreds, so each is two elements. */
export function Spark({ values, high, label, width = 72, height = 20 }: Props): ReactElement {
  return (
    <svg role="img" aria-label={label} width={width} height={height} className="spark">
      <path d={pathOf(values, high, width, height)} />
    </svg>
  );
}

/** The line as a path. A lone value is a dot. */
export function pathOf(values: (number | null)[], high: number, width: number, height: number): string {
  const across = values.length > 1 ? width / (values.length - 1) : 0;
  let path = "";
  let drawing = false;
  values.forEach((value, i) => {
    if (value === null) {
      drawing = false;
      return;
    }
    if (value === undefined) return; // a step between two reports
    const share = high > 0 ? Math.max(0, Math.min(1, value / high)) : 0;
    path += `${drawing ? "L" : "M"}${round(i * across)} ${round(height - 1 - share * (height - 2))}`;
    if (!drawing) path += "h0"; // seen also when no other follows
    drawing = true;
  });
  return path;
}

const round = (n: number): number => Math.round(n * 10) / 10;
