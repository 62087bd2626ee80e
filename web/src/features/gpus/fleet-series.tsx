import { memo, type ReactElement } from "react";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { arrival, linesOf, useFleetSeries, type FleetLine } from "@/features/gpus/api/query-fleet-series";
import { useRange, useScope } from "@/lib/scope";
import { plainUnit, writeValue } from "@/lib/series/unit";
import { Spark } from "@/ui/chart-spark";
import { useDrawn } from "@/ui/chart-time";
import { Failed, LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { keyOf, nameOf, type Group } from "./fleet";
import { sparkColumns } from "./fleet-columns";
import { StateBadge } from "./state-sign";

const asks = sparkColumns.map((c) => c.ask);

/** A row of small lines for each GPU: what it did over the range. */
export function FleetSeries({ groups, onOpen }: { groups: Group[]; onOpen: (gpu: Gpu) => void }): ReactElement {
  const queries = useFleetSeries(useScope(), useRange(), asks);
  const ready = queries.every((q) => !q.isPending);
  useDrawn("fleet series drawn", arrival, ready ? Math.max(...queries.map((q) => q.dataUpdatedAt)) : 0);
  const broken = queries.find((q) => q.isError && q.data === undefined);
  if (broken) return <Failed what="Reading the series" error={broken.error} retry={() => queries.forEach((q) => void q.refetch())} />;
  if (!ready) return <LoadingRows columns={8} rows={12} />;
  const drawn = sparkColumns.map(({ name, ask, high }, i): Column<Gpu> => {
    const { of, high: greatest, unit } = linesOf(queries[i]?.data, ask);
    return { name, cell: (g) => <Cell what={name} line={of.get(keyOf(g.host, g.id))} high={high ?? greatest} unit={unit} />, wide: i > 2 };
  });
  const columns: Column<Gpu>[] = [
    { name: "GPU", cell: (g) => <span className="font-medium whitespace-nowrap">{nameOf(g)}</span> },
    { name: "State", cell: (g) => <StateBadge gpu={g} />, wide: true },
    ...drawn,
  ];
  return (
    <div className="text-sm [&_td]:px-1.5 [&_th]:px-1.5">
      <Table label="GPUs over time" columns={columns} rows={groups.flatMap((g) => g.gpus)} rowKey={(g) => keyOf(g.host, g.id)} onOpen={onOpen} many={24} />
    </div>
  );
}

/** The last number and the line that led to it. Drawn anew only when they are others: rows come and go while one scrolls. */
const Cell = memo(function Cell({ what, line, high, unit }: { what: string; line: FleetLine | undefined; high: number; unit: string }): ReactElement {
  if (!line) return <span className="text-muted">–</span>;
  return (
    <>
      <span className="block text-xs leading-3.5 whitespace-nowrap">{writeValue(line.last, plainUnit(unit))}</span>
      <Spark values={line.values} high={high} label={`${what} over time`} width={64} height={16} />
    </>
  );
});
