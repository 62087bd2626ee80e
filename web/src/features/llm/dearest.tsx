import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { usePrompts, type Prompt } from "@/features/llm/api/list-prompts";
import type { Scope } from "@/lib/api/types";
import { count } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { useFilters } from "@/lib/telemetry/use-filters";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Cost } from "./cost";
import { tokens } from "./numbers";

const most = 20; // prompts

/** Which prompts burned the money, of all calls of the range. */
export function Dearest(): ReactElement {
  const scope = useScope();
  const { filters } = useFilters();
  const query = usePrompts(scope, useRange(), filters, most);
  const navigate = useNavigate();
  return (
    <Section title="Most expensive prompts" about="What was asked last in each call, the same words together; a row opens the call that cost most.">
      <View
        query={query}
        what="Listing prompts"
        loading={<LoadingRows columns={5} rows={4} />}
        isEmpty={(prompts) => prompts.length === 0}
        empty={
          <p className="rounded-lg border border-dashed border-line-strong px-3 py-5 text-center text-sm text-muted">
            No call that cost something tells what was asked. Set <code className="font-mono">gen_ai.input.messages</code> on its span, or send messages as log records of it.
          </p>
        }
      >
        {(prompts) => <Table label="Most expensive prompts" tools="prompts" columns={columnsOf(scope)} rows={prompts} rowKey={(p) => p.text} onOpen={(p) => void navigate(dearest(scope, p))} />}
      </View>
    </Section>
  );
}

const dearest = (scope: Scope, { dearestCall: call }: Prompt) => ({ to: "/p/$project/$environment/traces/$trace" as const, params: { ...scope, trace: call.traceId }, search: (before: object) => ({ ...before, span: call.spanId }) });

const columnsOf = (scope: Scope): Column<Prompt>[] => [
  { name: "Prompt", cell: (p) => <span className="line-clamp-2 max-w-lg wrap-anywhere max-sm:max-w-44" title={p.text.slice(0, 1000)}>{p.text.slice(0, 300)}</span>, text: (p) => p.text },
  { name: "Cost", cell: (p) => <Cost cost={p.cost} computed={p.costComputed} />, text: (p) => String(p.cost), number: true },
  { name: "Calls", cell: (p) => count(p.calls), text: (p) => String(p.calls), number: true },
  { name: "Errors", cell: (p) => <span className={p.errors > 0 ? "text-bad" : "text-muted"}>{count(p.errors)}</span>, text: (p) => String(p.errors), number: true, wide: true },
  { name: "Tokens", cell: (p) => tokens(p.inputTokens + p.outputTokens), text: (p) => String(p.inputTokens + p.outputTokens), number: true, wide: true },
  { name: "Model", cell: (p) => <span className="block max-w-40 truncate" title={p.models.join(", ")}>{p.models.join(", ")}</span>, text: (p) => p.models.join(", "), wide: true },
  {
    name: "Dearest call",
    cell: (p) => (
      <Link {...dearest(scope, p)} className="whitespace-nowrap text-accent hover:underline">
        Trace
      </Link>
    ),
  },
];
