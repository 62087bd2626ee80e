import { Link, useNavigate } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { useLlmUsage, type CallUsage } from "@/features/llm/api/get-llm-usage";
import { count } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { valueFilter } from "@/lib/telemetry/filter";
import { useFilters } from "@/lib/telemetry/use-filters";
import { rangeQuery } from "@/lib/time/range";
import { Button } from "@/ui/button";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Cost } from "./cost";
import { Errors } from "./errors";
import { seconds, tokens } from "./numbers";

const few = 12; // shown until all are asked for
const most = 500; // that are read, the most expensive

const idOf = (u: CallUsage): string => u.labels["conversation"] ?? "";

/** The conversations of the range, the most expensive first. */
export function Conversations(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { filters } = useFilters();
  const navigate = useNavigate();
  const [whole, setWhole] = useState(false);
  const query = useLlmUsage(scope, range, { times: rangeQuery(range), by: "conversation", where: filters, limit: most });
  const columns: Column<CallUsage>[] = [
    {
      name: "Conversation",
      cell: (u) => (
        <Link to="/p/$project/$environment/llm/conversations/$conversation" params={{ ...scope, conversation: idOf(u) }} className="block max-w-72 truncate text-accent hover:underline">
          {idOf(u)}
        </Link>
      ),
      text: idOf,
    },
    { name: "Cost", cell: (u) => <Cost cost={u.cost} computed={u.costComputed} known={u.callsWithoutCost < u.calls} />, text: (u) => String(u.cost), number: true },
    { name: "Calls", cell: (u) => count(u.calls), text: (u) => String(u.calls), number: true },
    { name: "Errors", cell: (u) => <Errors count={u.errors} of={valueFilter({ source: "field", key: "conversation" }, idOf(u))} />, text: (u) => String(u.errors), number: true },
    { name: "Input", cell: (u) => tokens(u.inputTokens), text: (u) => String(u.inputTokens), number: true, wide: true },
    { name: "Output", cell: (u) => tokens(u.outputTokens), text: (u) => String(u.outputTokens), number: true, wide: true },
    { name: "p95", cell: (u) => seconds(u.p95Seconds), text: (u) => String(u.p95Seconds), number: true, wide: true },
  ];
  return (
    <Section title="Conversations" about="With the most expensive first; a row opens what was said.">
      <View
        query={query}
        what="Listing conversations"
        loading={<LoadingRows columns={6} />}
        isEmpty={(u) => u.items.every((i) => !idOf(i))}
        empty={
          <p className="rounded-lg border border-dashed border-line-strong px-3 py-5 text-center text-sm text-muted">
            No call says which conversation it belongs to. Set <code className="font-mono">gen_ai.conversation.id</code> or <code className="font-mono">session.id</code> on its span.
          </p>
        }
      >
        {(usage) => {
          const rows = usage.items.filter(idOf);
          return (
            <>
              <Table
                label="Conversations"
                tools="conversations"
                columns={columns}
                rows={whole ? rows : rows.slice(0, few)}
                rowKey={idOf}
                onOpen={(u) => void navigate({ to: "/p/$project/$environment/llm/conversations/$conversation", params: { ...scope, conversation: idOf(u) } })}
              />
              {rows.length > few && !whole && (
                <Button kind="quiet" className="self-start" onClick={() => setWhole(true)}>
                  {usage.items.length < most ? `Show all ${rows.length}` : `Show the ${rows.length} most expensive`}
                </Button>
              )}
            </>
          );
        }}
      </View>
    </Section>
  );
}
