import type { ReactElement } from "react";
import type { CallUsage } from "@/features/llm/api/get-llm-usage";
import { change } from "@/lib/change";
import { count } from "@/lib/format";
import { money } from "@/lib/money";
import { Figures } from "@/ui/figures";
import { CallsLink, failedCalls } from "./calls-link";
import { percent, seconds, tokens } from "./numbers";

/** The sums of all calls, each with its change from the range before. */
export function Totals({ now, before }: { now: CallUsage; before: CallUsage | undefined }): ReactElement {
  const by = (of: (u: CallUsage) => number | undefined): string => (before ? change(of(now) ?? 0, of(before) ?? 0) : "");
  return (
    <div className="flex flex-col gap-1.5">
      <Figures
        label="Totals"
        columns={6}
        of={[
          { name: "Cost", value: money(now.cost), by: by((u) => u.cost), note: costNote(now) },
          { name: "Tokens", value: tokens(now.inputTokens + now.outputTokens), by: by((u) => u.inputTokens + u.outputTokens), note: `${tokens(now.inputTokens)} in · ${tokens(now.outputTokens)} out · ${tokens(now.cacheReadTokens)} cached` },
          { name: "Calls", value: <CallsLink label="their spans">{count(now.calls)}</CallsLink>, by: by((u) => u.calls), note: `${money(now.calls > 0 ? now.cost / now.calls : 0)} each` },
          { name: "Errors", value: <CallsLink also={[failedCalls]} label="the spans that failed">{count(now.errors)}</CallsLink>, by: by((u) => u.errors), note: `${percent(now.errors / Math.max(1, now.calls))} of calls` },
          { name: "Latency p50", value: <CallsLink slowest label="the slowest spans">{seconds(now.p50Seconds)}</CallsLink>, by: by((u) => u.p50Seconds), note: `p95 ${seconds(now.p95Seconds)} · p99 ${seconds(now.p99Seconds)}` },
          { name: "First token p50", value: seconds(now.timeToFirstTokenP50Seconds), by: by((u) => u.timeToFirstTokenP50Seconds), note: now.timeToFirstTokenP95Seconds === undefined ? "no call tells it" : `p95 ${seconds(now.timeToFirstTokenP95Seconds)} · p99 ${seconds(now.timeToFirstTokenP99Seconds)}` },
        ]}
      />
      <p className="text-xs text-muted">
        {before ? "Changes are from the range of the same length before. " : ""}
        {now.callsWithoutCost === 1 ? "1 call tells no cost, and its model has no price in the catalog." : now.callsWithoutCost > 1 && `${count(now.callsWithoutCost)} calls tell no cost, and their models have no price in the catalog.`}
      </p>
    </div>
  );
}

function costNote({ cost, costComputed }: CallUsage): string {
  if (cost === 0) return "no cost known";
  if (costComputed === 0) return "as spans tell";
  return costComputed >= cost ? "≈ all computed from the catalog" : `≈ ${percent(costComputed / cost)} computed from the catalog`;
}
