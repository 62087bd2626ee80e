import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useConversations } from "@/features/llm/api/get-conversation";
import { count } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { Section } from "@/ui/page";
import { LoadingRows } from "@/ui/states";
import { Table, type Column } from "@/ui/table";
import { Cost } from "./cost";
import { tokens } from "./numbers";
import { promptsOf, type Prompt } from "./prompts";

const most = 8; // prompts

/** Which prompts burned the money, of the conversations that cost most. */
export function Dearest({ conversations }: { conversations: string[] }): ReactElement | null {
  const scope = useScope();
  const queries = useConversations(scope, useRange(), conversations);
  const navigate = useNavigate();
  const prompts = promptsOf(queries.flatMap((q) => q.data ?? [])).slice(0, most);
  const toTrace = (p: Prompt) => ({ to: "/p/$project/$environment/traces/$trace" as const, params: { ...scope, trace: p.dearest.traceId }, search: (before: object) => ({ ...before, span: p.dearest.spanId }) });
  if (queries.some((q) => q.isPending)) {
    return (
      <Section title="Most expensive prompts">
        <LoadingRows columns={5} rows={4} />
      </Section>
    );
  }
  if (prompts.length === 0) return null; // no call tells what was asked
  const columns: Column<Prompt>[] = [
    { name: "Prompt", cell: (p) => <span className="line-clamp-2 max-w-lg wrap-anywhere max-sm:max-w-44" title={p.text.slice(0, 1000)}>{p.text.slice(0, 300)}</span>, text: (p) => p.text },
    { name: "Cost", cell: (p) => <Cost cost={p.cost} computed={p.computed} />, text: (p) => String(p.cost), number: true },
    { name: "Calls", cell: (p) => count(p.calls), text: (p) => String(p.calls), number: true },
    { name: "Tokens", cell: (p) => tokens(p.tokens), text: (p) => String(p.tokens), number: true, wide: true },
    { name: "Model", cell: (p) => <span className="block max-w-40 truncate">{p.models.join(", ")}</span>, text: (p) => p.models.join(", "), wide: true },
    {
      name: "Dearest call",
      cell: (p) => (
        <Link {...toTrace(p)} className="whitespace-nowrap text-accent hover:underline">
          Trace
        </Link>
      ),
    },
  ];
  return (
    <Section title="Most expensive prompts" about={`What was asked in the ${conversations.length} conversations that cost most, the same words together.`}>
      <Table label="Most expensive prompts" columns={columns} rows={prompts} rowKey={(p) => p.text} onOpen={(p) => void navigate(toTrace(p))} />
    </Section>
  );
}
