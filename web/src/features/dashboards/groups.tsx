import type { ReactElement } from "react";
import type { Result } from "@/lib/series/lines";
import { writeValue } from "@/lib/series/unit";

interface Props {
  result: Result;
  unit: string;
  limit: number;
  bars: boolean;
  label: string;
}

/** The greatest groups: a table with the share of each, or bars. */
export function Groups({ result, unit, limit, bars, label }: Props): ReactElement {
  const rows = result.lines
    .map((l) => ({ name: l.name, value: l.values[0] ?? 0 }))
    .sort((a, b) => b.value - a.value)
    .slice(0, limit);
  const greatest = Math.max(...rows.map((r) => Math.abs(r.value)), Number.MIN_VALUE);
  const more = result.lines.length - rows.length + result.left;
  return (
    <div tabIndex={0} role="group" aria-label={label} className="h-full overflow-y-auto px-3 pb-2 -outline-offset-2">
      <table aria-label={label} className="w-full text-sm">
        <tbody>
          {rows.map((r, i) => (
            <tr key={r.name} className={bars ? "" : "border-t border-line first:border-0"}>
              {!bars && <td className="w-6 py-1 text-right text-xs text-muted">{i + 1}</td>}
              <th scope="row" className={`max-w-0 truncate py-1 pr-2 text-left font-normal ${bars ? "w-1/2" : "w-3/5 pl-2"}`} title={r.name}>
                {r.name}
              </th>
              <td className={bars ? "w-1/3" : "w-16 max-sm:hidden"} aria-hidden="true">
                <span className={`block rounded-sm bg-accent-strong/80 ${bars ? "h-3.5" : "h-1.5 rounded-full"}`} style={{ width: `${Math.max(1, (Math.abs(r.value) / greatest) * 100)}%` }} />
              </td>
              <td className="py-1 pl-2 text-right whitespace-nowrap">{writeValue(r.value, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="pt-1 text-xs text-muted">and {more} more</p>}
    </div>
  );
}
