import type { ReactElement } from "react";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { arrival, useFleetSeries, valuesBy } from "@/features/gpus/api/query-fleet-series";
import { withUnit } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { join } from "@/ui/chart-gaps";
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
  const lines = sparkColumns.map(({ name, ask, high }, i): Column<Gpu> => {
    const data = queries[i]?.data;
    const values = valuesBy(data, ask);
    const top = high ?? Math.max(0, ...[...values.values()].flatMap((v) => v.map((n) => n ?? 0)));
    const unit = `${data?.metric.unit ?? ""}${data?.aggregation === "rate" ? "/s" : ""}`;
    return { name, cell: (g) => <Line what={name} values={values.get(keyOf(g.host, g.id))} high={top} unit={unit} />, wide: i > 2 };
  });
  const columns: Column<Gpu>[] = [
    { name: "GPU", cell: (g) => <span className="font-medium whitespace-nowrap">{nameOf(g)}</span> },
    { name: "State", cell: (g) => <StateBadge gpu={g} />, wide: true },
    ...lines,
  ];
  return (
    <div className="text-sm [&_td]:px-1.5 [&_th]:px-1.5">
      <Table label="GPUs over time" columns={columns} rows={groups.flatMap((g) => g.gpus)} rowKey={(g) => keyOf(g.host, g.id)} onOpen={onOpen} many={24} />
    </div>
  );
}

function Line({ what, values, high, unit }: { what: string; values: (number | null)[] | undefined; high: number; unit: string }): ReactElement {
  const last = values?.findLast((v) => v != null);
  if (!values || last == null) return <span className="text-muted">–</span>;
  const said = `${what}, last ${unit === "Cel" ? `${Math.round(last)} °C` : withUnit(last, unit)}`;
  return <Spark values={join(values)} high={high} label={said} width={64} />;
}
