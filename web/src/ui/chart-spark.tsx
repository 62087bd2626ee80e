import type { ReactElement } from "react";

interface Props {
  values: (number | null)[];
  high: number; // of the scale, whose low is zero
  label: string;
  width?: number;
  height?: number;
}

/** A line without axes, for a cell: what a number did before. Gaps are gaps. */
export function Spark({ values, high, label, width = 72, height = 20 }: Props): ReactElement {
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} width={width} height={height} className="spark overflow-visible" preserveAspectRatio="none">
      <path d={`M0 ${height - 0.5}H${width}`} stroke="var(--line)" strokeWidth="1" />
      <path d={pathOf(values, high, width, height)} fill="none" stroke="var(--accent)" strokeWidth="1.25" strokeLinejoin="round" strokeLinecap="round" />
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
