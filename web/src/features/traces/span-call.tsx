import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { useSpanCall, type SpokenCall } from "@/features/traces/api/get-conversation";
import type { Span } from "@/features/traces/api/get-trace";
import { ApiError } from "@/lib/api/error";
import { count, withUnit } from "@/lib/format";
import { money } from "@/lib/money";
import { useScope } from "@/lib/scope";
import { Facts } from "@/ui/facts";
import { MessageView } from "@/ui/message-view";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { Bar } from "@/ui/states";
import { Badge } from "@/ui/status";

/** A call of a language model, a tool or an agent: what it took, and what was said. */
export function SpanCall({ span }: { span: Span }): ReactElement | null {
  const query = useSpanCall(useScope(), span.traceId, span.spanId);
  if (query.error instanceof ApiError && query.error.status === 404) return null; // attributes that only look like it
  return (
    <View query={query} what="Reading what was said" loading={<Bar className="h-16 w-full" />}>
      {(spoken) => <Shown of={spoken} />}
    </View>
  );
}

function Shown({ of: { call, messages } }: { of: SpokenCall }): ReactElement {
  const scope = useScope();
  const tokens = (n: number | undefined): string | undefined => (n === undefined ? undefined : count(n));
  const facts: [string, ReactNode][] = [
    ["Model", [call.provider, call.model].filter(Boolean).join(" · ")],
    ["Answered by", call.responseModel !== call.model ? call.responseModel : undefined],
    ["Operation", call.operation],
    ["Agent", call.agent],
    ["Tool", call.tool],
    ["Input tokens", tokens(call.inputTokens)],
    ["of these cached", tokens(call.cacheReadTokens)],
    ["Output tokens", tokens(call.outputTokens)],
    ["of these reasoning", tokens(call.reasoningTokens)],
    ["Cost", call.cost === undefined ? undefined : <Cost key="cost" dollars={call.cost} computed={call.costComputed ?? false} />],
    ["First token after", call.timeToFirstTokenSeconds === undefined ? undefined : withUnit(call.timeToFirstTokenSeconds, "s")],
    ["User", call.user],
    [
      "Conversation",
      call.conversation && (
        <Link key="conversation" to="/p/$project/$environment/llm/conversations/$conversation" params={{ ...scope, conversation: call.conversation }} className="text-accent hover:underline">
          {call.conversation}
        </Link>
      ),
    ],
  ];
  return (
    <Section title={call.callsModel ? "Call of a language model" : call.tool ? "Use of a tool" : "Language model"}>
      <Facts of={facts.filter(([, value]) => value !== undefined && value !== "")} />
      {messages.length > 0 && (
        <ol aria-label="Messages" className="flex flex-col gap-3 rounded-lg border border-line p-3 text-sm">
          {messages.map((message, i) => (
            <li key={i}>
              <MessageView message={message} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Cost({ dollars, computed }: { dollars: number; computed: boolean }): ReactElement {
  return (
    <span className="inline-flex items-center gap-2">
      {money(dollars)}
      {computed && (
        <span title="The span tells no cost; this is the price of the model catalog at that time">
          <Badge tone="info">computed</Badge>
        </span>
      )}
    </span>
  );
}
