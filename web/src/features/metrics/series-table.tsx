import type { ReactElement } from "react";
import { count } from "@/lib/format";
import { statsOf, type Line, type Result, type Stats } from "@/lib/series/lines";
import { writeValue } from "@/lib/series/unit";
import { useDrawnTheme } from "@/lib/theme";
import { lineColours } from "@/ui/chart-options";
import { limit } from "@/ui/series";
import { Table, type Column } from "@/ui/table";

interface Row extends Line {
  stats: Stats | undefined;
  colour: string | undefined; // of its line; undefined when it is not drawn on its own
}

/** What each line amounts to in the time range. Enter on a row asks for that one only. */
export function SeriesTable({ result: { lines, additive, unit, left }, onOpen }: { result: Result; onOpen: (line: Line) => void }): ReactElement {
  useDrawnTheme(); // its colours are read anew
  const colours = lineColours();
  const { shown } = limit(lines, additive);
  const rows = lines.map((line): Row => ({ ...line, stats: statsOf(line.values), colour: colours[shown.indexOf(line)] }));
  const figure = (name: string, of: keyof Stats, wide = false): Column<Row> => ({
    name,
    cell: (r) => (r.stats ? writeValue(r.stats[of], unit) : <span className="text-muted">–</span>),
    text: (r) => (r.stats ? String(r.stats[of]) : ""),
    number: true,
    wide,
  });
  const columns: Column<Row>[] = [
    {
      name: "Series",
      cell: (r) => (
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="h-1 w-3 shrink-0 rounded-full bg-line-strong" style={r.colour ? { backgroundColor: r.colour } : undefined} />
          <span className="min-w-0 break-all">{r.name}</span>
        </span>
      ),
      text: (r) => r.name,
    },
    figure("Latest", "last"),
    figure("Min", "min", true),
    figure("Avg", "avg"),
    figure("Max", "max", true),
  ];
  return (
    <div>
      {left > 0 && (
        <p className="text-sm text-muted">
          The {count(lines.length)} largest of {count(lines.length + left)} series. Filter, or group by fewer keys, to see the others.
        </p>
      )}
      <Table label="Series" columns={columns} rows={rows} rowKey={(r) => r.name} onOpen={(r) => Object.keys(r.labels).length > 0 && onOpen(r)} tools="series" />
    </div>
  );
}
