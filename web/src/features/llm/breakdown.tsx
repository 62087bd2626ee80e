import { useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { CallUsage, Usage } from "@/features/llm/api/get-llm-usage";
import { change as changed } from "@/lib/change";
import { count } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { keyText, writeFilters, type Key } from "@/lib/telemetry/filter";
import { useFilters } from "@/lib/telemetry/use-filters";
import { Button } from "@/ui/button";
import { Section } from "@/ui/page";
import { KeyPicker } from "@/ui/series/key-picker";
import { Table, type Column } from "@/ui/table";
import { kept, narrowed } from "./calls-link";
import { Cost } from "./cost";
import { Errors } from "./errors";
import { isFirstToken, unnamed } from "./measures";
import { percent, seconds, tokens } from "./numbers";
import { byModel, onlyOf, splitNames, type Split } from "./search";
import { ShareBar } from "./share-bar";
import { useLlmSearch } from "./use-search";

/** Calls by model, provider, service, user …: a row for each, the most expensive first. */
export function Breakdown({ usage, before }: { usage: Usage; before: Usage | undefined }): ReactElement {
  const { search, split, change } = useLlmSearch();
  const { filters, setFilters } = useFilters();
  const { by, name } = split;
  const navigate = useNavigate();
  const scope = useScope();
  const where = (u: CallUsage): string | undefined => writeFilters(narrowed(filters, onlyOf(split, u.labels[by] ?? "")));
  const spans = (u: CallUsage): void => void navigate({ to: "/p/$project/$environment/traces", params: scope, search: (now: object) => ({ ...kept(now), list: "spans" as const, where: where(u) }) });
  return (
    <Section title={`By ${name}`} about="A row opens its spans. ≈ marks costs that were computed from the catalog." action={<Switch split={split} onChange={(to) => change({ by: to === byModel.by ? undefined : to })} />}>
      <div className="text-sm [&_td]:px-2 [&_th]:px-2">
        <Table
          label={`Calls by ${name}`}
          tools="llm"
          columns={columnsOf(split, isFirstToken(search.measure), usage, before)}
          rows={usage.items}
          rowKey={(u) => u.labels[by] ?? ""}
          onOpen={spans}
          actions={(u) => <Only name={u.labels[by]} onChoose={(value) => setFilters(narrowed(filters, onlyOf(split, value)))} />}
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

// Attributes that often say who pays.
const suggested: Key[] = ["team", "tenant", "customer.id", "feature", "gen_ai.prompt.name"].map((key) => ({ source: "attribute", key }));
const ofResources: Key[] = ["team", "service.namespace", "k8s.namespace.name", "cost.center"].map((key) => ({ source: "resource", key }));

/** What the calls are split by: what all of them tell, or any attribute. */
function Switch({ split: { by, key }, onChange }: { split: Split; onChange: (to: string) => void }): ReactElement {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <div role="group" aria-label="Split by" className="flex flex-wrap rounded-md border border-line-strong bg-panel p-px text-sm">
        {splitNames.map((name) => (
          <button key={name} type="button" aria-pressed={name === by} onClick={() => onChange(name)} className="h-6.5 rounded-[5px] px-2 text-muted hover:text-text aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent">
            {name}
          </button>
        ))}
      </div>
      <KeyPicker label="Split by attribute" keys={[...suggested, ...ofResources]} value={key.source === "field" ? [] : [key]} onChange={([to]) => onChange(to ? keyText(to) : byModel.by)} most={1} />
    </div>
  );
}

/** The quantiles are those of what is drawn above: the whole answer, or its first token. */
function columnsOf(split: Split, firstToken: boolean, usage: Usage, before: Usage | undefined): Column<CallUsage>[] {
  const { by, name: kind, title } = split;
  const all = usage.totals?.cost ?? usage.items.reduce((sum, u) => sum + u.cost, 0);
  const calls = usage.totals?.calls ?? 0;
  const share = (u: CallUsage): number => (all > 0 ? u.cost / all : calls > 0 ? u.calls / calls : 0);
  const earlier = new Map(before?.items.map((u) => [u.labels[by], u]));
  const grown = (u: CallUsage): string => changed(u.cost, earlier.get(u.labels[by])?.cost ?? 0);
  const number = (name: string, of: (u: CallUsage) => string, text: (u: CallUsage) => number | undefined, wide = true): Column<CallUsage> => ({ name, cell: (u) => <span className="whitespace-nowrap">{of(u)}</span>, text: (u) => String(text(u) ?? ""), number: true, wide });
  return [
    { name: title, cell: (u) => <span className="block max-w-44 truncate font-medium max-sm:max-w-36" title={u.labels[by]}>{u.labels[by] || <span className="font-normal text-muted">{unnamed(kind)}</span>}</span>, text: (u) => u.labels[by] ?? "" },
    { name: "Share", cell: (u) => <ShareBar share={share(u)} text={percent(share(u))} />, text: (u) => String(share(u)), wide: true },
    { name: "Cost", cell: (u) => <Cost cost={u.cost} computed={u.costComputed} known={u.callsWithoutCost < u.calls} />, text: (u) => String(u.cost), number: true },
    ...(before && before.items.length > 0 ? [{ name: "Change", cell: (u: CallUsage) => <span className="whitespace-nowrap text-muted">{grown(u)}</span>, text: grown, number: true, wide: true }] : []),
    number("Calls", (u) => count(u.calls), (u) => u.calls, false),
    { name: "Errors", cell: (u) => <Errors count={u.errors} of={onlyOf(split, u.labels[by] ?? "")} />, text: (u) => String(u.errors), number: true },
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
