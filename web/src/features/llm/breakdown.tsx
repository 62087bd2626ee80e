import { useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { CallUsage, Usage } from "@/features/llm/api/get-llm-usage";
import { change as changed } from "@/lib/change";
import { count } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { valueFilter, writeFilters } from "@/lib/telemetry/filter";
import { useFilters } from "@/lib/telemetry/use-filters";
import { Button } from "@/ui/button";
import { Section } from "@/ui/page";
import { Table, type Column } from "@/ui/table";
import { kept, narrowed } from "./calls-link";
import { Cost } from "./cost";
import { Errors } from "./errors";
import { isFirstToken, unnamed } from "./measures";
import { percent, seconds, tokens } from "./numbers";
import { dimensions, splitNames, type SplitName } from "./search";
import { ShareBar } from "./share-bar";
import { useLlmSearch } from "./use-search";

/** Calls by model, provider, service, user …: a row for each, the most expensive first. */
export function Breakdown({ usage, before }: { usage: Usage; before: Usage | undefined }): ReactElement {
  const { search, change } = useLlmSearch();
  const { filters, setFilters } = useFilters();
  const by = search.by ?? "model";
  const navigate = useNavigate();
  const scope = useScope();
  const where = (u: CallUsage): string | undefined => writeFilters(narrowed(filters, valueFilter(dimensions[by].key, u.labels[by] ?? "")));
  const spans = (u: CallUsage): void => void navigate({ to: "/p/$project/$environment/traces", params: scope, search: (now: object) => ({ ...kept(now), list: "spans" as const, where: where(u) }) });
  return (
    <Section title={`By ${by}`} about="A row opens its spans. ≈ marks costs that were computed from the catalog." action={<Switch by={by} onChange={(to) => change({ by: to === "model" ? undefined : to })} />}>
      <div className="text-sm [&_td]:px-2 [&_th]:px-2">
        <Table
          label={`Calls by ${by}`}
          tools="llm"
          columns={columnsOf(by, isFirstToken(search.measure), usage, before)}
          rows={usage.items}
          rowKey={(u) => u.labels[by] ?? ""}
          onOpen={spans}
          actions={(u) => <Only name={u.labels[by]} onChoose={(name) => setFilters(narrowed(filters, valueFilter(dimensions[by].key, name)))} />}
        />
      </div>
    </Section>
  );
}

/** Leaves only the calls of one row on the page. */
function Only({ name, onChoose }: { name: string | undefined; onChoose: (name: string) => void }): ReactElement | null {
  if (!name) return null;
  return (
    <Button kind="quiet" aria-label={`Only ${name}`} onClick={() => onChoose(name)}>
      Only
    </Button>
  );
}

/** What the calls are split by. */
function Switch({ by, onChange }: { by: SplitName; onChange: (to: SplitName) => void }): ReactElement {
  return (
    <div role="group" aria-label="Split by" className="flex flex-wrap rounded-md border border-line-strong bg-panel p-px text-sm">
      {splitNames.map((name) => (
        <button key={name} type="button" aria-pressed={name === by} onClick={() => onChange(name)} className="h-6.5 rounded-[5px] px-2 text-muted hover:text-text aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent">
          {name}
        </button>
      ))}
    </div>
  );
}

/** The quantiles are those of what is drawn above: the whole answer, or its first token. */
function columnsOf(by: SplitName, firstToken: boolean, usage: Usage, before: Usage | undefined): Column<CallUsage>[] {
  const all = usage.totals?.cost ?? usage.items.reduce((sum, u) => sum + u.cost, 0);
  const calls = usage.totals?.calls ?? 0;
  const share = (u: CallUsage): number => (all > 0 ? u.cost / all : calls > 0 ? u.calls / calls : 0);
  const earlier = new Map(before?.items.map((u) => [u.labels[by], u]));
  const grown = (u: CallUsage): string => changed(u.cost, earlier.get(u.labels[by])?.cost ?? 0);
  const number = (name: string, of: (u: CallUsage) => string, text: (u: CallUsage) => number | undefined, wide = true): Column<CallUsage> => ({ name, cell: (u) => <span className="whitespace-nowrap">{of(u)}</span>, text: (u) => String(text(u) ?? ""), number: true, wide });
  return [
    { name: dimensions[by].title, cell: (u) => <span className="block max-w-44 truncate font-medium max-sm:max-w-36" title={u.labels[by]}>{u.labels[by] || <span className="font-normal text-muted">{unnamed(by)}</span>}</span>, text: (u) => u.labels[by] ?? "" },
    { name: "Share", cell: (u) => <ShareBar share={share(u)} text={percent(share(u))} />, text: (u) => String(share(u)), wide: true },
    { name: "Cost", cell: (u) => <Cost cost={u.cost} computed={u.costComputed} known={u.callsWithoutCost < u.calls} />, text: (u) => String(u.cost), number: true },
    ...(before && before.items.length > 0 ? [{ name: "Change", cell: (u: CallUsage) => <span className="whitespace-nowrap text-muted">{grown(u)}</span>, text: grown, number: true, wide: true }] : []),
    number("Calls", (u) => count(u.calls), (u) => u.calls, false),
    { name: "Errors", cell: (u) => <Errors count={u.errors} of={valueFilter(dimensions[by].key, u.labels[by] ?? "")} />, text: (u) => String(u.errors), number: true },
    number("Input", (u) => tokens(u.inputTokens), (u) => u.inputTokens),
    number("Output", (u) => tokens(u.outputTokens), (u) => u.outputTokens),
    number("Cached", (u) => tokens(u.cacheReadTokens), (u) => u.cacheReadTokens),
    ...(firstToken
      ? [
          number("TTFT p50", (u) => seconds(u.timeToFirstTokenP50Seconds), (u) => u.timeToFirstTokenP50Seconds),
          number("TTFT p95", (u) => seconds(u.timeToFirstTokenP95Seconds), (u) => u.timeToFirstTokenP95Seconds),
          number("TTFT p99", (u) => seconds(u.timeToFirstTokenP99Seconds), (u) => u.timeToFirstTokenP99Seconds),
        ]
      : [
          number("p50", (u) => seconds(u.p50Seconds), (u) => u.p50Seconds),
          number("p95", (u) => seconds(u.p95Seconds), (u) => u.p95Seconds),
          number("p99", (u) => seconds(u.p99Seconds), (u) => u.p99Seconds),
          number("TTFT", (u) => seconds(u.timeToFirstTokenP50Seconds), (u) => u.timeToFirstTokenP50Seconds),
        ]),
  ];
}
