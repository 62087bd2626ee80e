import type { ReactElement } from "react";

const height = 20;

/** Counts over time as small bars; a count of one is seen beside one of thousands. */
export function Sparkline({ counts, label, width = 88 }: { counts: number[]; label: string; width?: number }): ReactElement {
  const most = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} width={width} height={height} className="inline-block align-middle">
      <path d={`M0 ${height - 0.5}H${width}`} className="stroke-line" />
      {counts.map((n, i) => {
        const tall = n === 0 ? 0 : Math.max(2, (n / most) * (height - 1));
        return n > 0 && <rect key={i} x={i * step + 0.5} y={height - tall} width={Math.max(1, step - 1)} height={tall} className="fill-bad" />;
      })}
    </svg>
  );
}
