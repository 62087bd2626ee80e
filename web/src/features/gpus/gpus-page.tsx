import type { ReactElement } from "react";
import { useGpuUsage, type GpuUsage, type Usage } from "@/features/gpus/api/get-gpu-usage";
import { useGpuProcesses, type Process } from "@/features/gpus/api/list-gpu-processes";
import { useGpus, type Gpu } from "@/features/gpus/api/list-gpus";
import { counts } from "@/features/gpus/api/state";
import { useReceivers } from "@/features/ingest/api/use-receivers";
import { plural } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { rangeName } from "@/lib/time/range";
import { useComparison } from "@/ui/compare";
import { SmallSelect } from "@/ui/field";
import { collectorCode, NotSent } from "@/ui/not-sent";
import { Page, Panel, Section } from "@/ui/page";
import { View } from "@/ui/query";
import { Bar, LoadingRows } from "@/ui/states";
import { ChangesTable } from "./changes-table";
import { FilterBar } from "./filter-bar";
import { FindingsTable } from "./findings-table";
import { choose, groupBy, keyOf, nameOf, nodeOf, processesOn, sumsOf, usageOf } from "./fleet";
import { FleetSeries } from "./fleet-series";
import { GpuDrawer } from "./gpu-drawer";
import { HeatGrid, Legend } from "./heat-grid";
import { ProcessTable } from "./process-table";
import { isFiltered, processStates, type ProcessState } from "./search";
import { SummaryLine } from "./summary-line";
import { UsagePanel } from "./usage-panel";
import { useGpusSearch } from "./use-search";

/** The fleet of GPUs. */
export function GpusPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const gpus = useGpus(scope, range);
  const processes = useGpuProcesses(scope, range);
  const { compared } = useComparison();
  const usage = useGpuUsage(scope, range, compared);
  return (
    <Page title="GPUs" about={<>What every GPU does, for whom, and what is wasted in the {rangeName(range)}.</>}>
      <View query={gpus} what="Listing GPUs" loading={<LoadingFleet />} isEmpty={(all) => all.length === 0} empty={<NoGpus />}>
        {(all) => <Fleet all={all} processes={processes} usage={usage.data} />}
      </View>
    </Page>
  );
}

function Fleet({ all, processes, usage }: { all: Gpu[]; processes: ReturnType<typeof useGpuProcesses>; usage: Usage | undefined }): ReactElement {
  const { search, change } = useGpusSearch();
  const range = useRange();
  const by = search.by ?? "utilization";
  const counted = choose(all, search).filter((g) => !search.host || search.gpu || g.host === search.host);
  const chosen = search.is ? counted.filter(counts[search.is]) : counted;
  const filtered = isFiltered(search) || search.host !== undefined;
  const on = processesOn(processes.data ?? [], chosen);
  const zombies = processesOn(processes.data ?? [], counted).filter((p) => p.state === "zombie");
  const whole = usage && sumsOf(usageOf(usage.items, counted));
  const open = (g: { host: string; id: string }): void => change({ gpu: g.id, host: g.host });
  const grid = (
    <Panel key="grid" className="flex flex-col gap-3">
      {chosen.length > 0 ? (
        <HeatGrid groups={groupBy(chosen, search.group ?? "node")} by={by} open={search.gpu} zombies={new Set(zombies.map((p) => keyOf(p.host, p.gpu)))} onOpen={open} />
      ) : (
        <p className="py-4 text-center text-sm text-muted">None of {plural(all.length, "GPU")} matches the filters.</p>
      )}
      <Legend by={by} />
    </Panel>
  );
  const series = <FleetSeries key="series" groups={groupBy(chosen, search.group ?? "node")} onOpen={open} />;
  const fleet = search.view === "series" && chosen.length > 0 ? series : grid;
  const table = <Processes key="processes" query={processes} shown={on} onOpen={(p) => open({ host: p.host, id: p.gpu })} />;
  const use = usage && <UseAndChange key="use" usage={usage} all={all} chosen={chosen} filtered={filtered} onOpen={(u) => open({ host: u.host, id: u.gpu })} />;
  return (
    <>
      <SummaryLine of={counted} sums={whole} when={range.from === undefined ? ` in the ${rangeName(range)}` : ""} only={search.is} onOnly={(is) => change({ is })} />
      <FilterBar gpus={all} zombies={zombies.length} />
      {search.is && search.is !== "busy" && chosen.length > 0 && <FindingsTable is={search.is} gpus={chosen} usage={usage?.items ?? []} processes={on} onOpen={open} />}
      {search.state === "zombie" ? [table, fleet, use] : search.compare ? [fleet, use, table] : [fleet, table, use]}
      <GpuDrawer gpu={all.find((g) => g.id === search.gpu && (!search.host || g.host === search.host))} onClose={() => change({ gpu: undefined, ...(search.gpu && { host: undefined }) })} />
    </>
  );
}

interface UseProps {
  usage: Usage;
  all: Gpu[];
  chosen: Gpu[];
  filtered: boolean;
  onOpen: (u: GpuUsage) => void;
}

/** What the chosen GPUs did, and with a comparison, which of them did something else before. */
function UseAndChange({ usage, all, chosen, filtered, onOpen }: UseProps): ReactElement | null {
  const range = useRange();
  const { compared, compare } = useComparison();
  const now = usageOf(usage.items, chosen);
  const earlier = usage.beforeItems ?? [];
  const before = filtered ? usageOf(earlier, chosen) : earlier; // GPUs that are gone have no state to be chosen by
  const names = new Map(all.map((g) => [keyOf(g.host, g.id), nameOf(g)]));
  if (now.length === 0) return null;
  return (
    <>
      <UsagePanel sums={sumsOf(now)} before={sumsOf(before)} range={rangeName(range)} compared={compared} compare={compare} />
      {compared && <ChangesTable now={now} before={before} nameBy={(u) => names.get(keyOf(u.host, u.gpu)) ?? `${nodeOf(u)} · ${u.gpu}`} onOpen={onOpen} />}
    </>
  );
}

/** The processes on the chosen GPUs; with the state zombie, the triage. */
function Processes({ query, shown, onOpen }: { query: ReturnType<typeof useGpuProcesses>; shown: Process[]; onOpen: (p: Process) => void }): ReactElement {
  const { search, change } = useGpusSearch();
  const triage = search.state === "zombie";
  const rows = search.state ? shown.filter((p) => p.state === search.state) : shown;
  return (
    <Section
      title={triage ? "Zombie processes" : "Processes"}
      about={triage ? "They have ended and still hold a GPU. Their parent has to collect them, or be ended." : `On the chosen GPUs, those with most memory first: ${rows.length}.`}
      action={
        <SmallSelect label="State of processes" value={search.state ?? ""} onChange={(e) => change({ state: (e.target.value || undefined) as ProcessState | undefined })}>
          <option value="">any state</option>
          {processStates.map((s) => (
            <option key={s}>{s}</option>
          ))}
        </SmallSelect>
      }
    >
      <View
        query={query}
        what="Listing processes"
        loading={<LoadingRows columns={7} />}
        isEmpty={() => rows.length === 0}
        empty={
          <p className="rounded-lg border border-dashed border-line-strong px-3 py-5 text-center text-sm text-muted">
            {triage ? "No zombie holds any of these GPUs." : search.state ? `No process in state ${search.state} on these GPUs.` : "No process used these GPUs at the end of the time range. In containers the collector needs the host's PID namespace to see them: --pid=host."}
          </p>
        }
      >
        {() => <ProcessTable processes={rows} triage={triage} onOpen={onOpen} />}
      </View>
    </Section>
  );
}

/** The layout of the page before its data. */
function LoadingFleet(): ReactElement {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <Panel className="flex gap-6">
        {Array.from({ length: 5 }, (_, i) => (
          <Bar key={i} />
        ))}
      </Panel>
      <Panel className="flex flex-col gap-1.5">
        {Array.from({ length: 8 }, (_, row) => (
          <div key={row} className="flex items-center gap-1">
            <Bar className="mr-3 w-20" />
            {Array.from({ length: 8 }, (_, cell) => (
              <span key={cell} className="h-7 w-11 animate-breathe rounded-[4px] bg-hover" />
            ))}
          </div>
        ))}
      </Panel>
    </div>
  );
}

function NoGpus(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { grpc } = useReceivers(scope);
  return (
    <NotSent
      icon="gpu"
      title={`No GPU of ${scope.environment} reported in the ${rangeName(range)}`}
      scope={scope}
      code={collectorCode(grpc, scope.environment)}
    >
      Choose a longer time range, or start a collector on a host with GPUs:
    </NotSent>
  );
}
