import { Link, useParams } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useConversation, type SpokenCall } from "@/features/llm/api/get-conversation";
import { count, plural } from "@/lib/format";
import { money } from "@/lib/money";
import { useRange, useScope } from "@/lib/scope";
import { rangeName } from "@/lib/time/range";
import { duration } from "@/lib/time/relative";
import { buttonLook } from "@/ui/button";
import { CopyText } from "@/ui/copy";
import { Facts } from "@/ui/facts";
import { Figures } from "@/ui/figures";
import { Page, Section } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { percent, tokens } from "./numbers";
import { TurnView } from "./turn-view";
import { kindsOf, sumsOf, turnsOf } from "./turns";

/** What was said in a conversation, with the calls of models and tools behind it. */
export function ConversationPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { conversation = "" } = useParams({ strict: false }) as { conversation?: string };
  const query = useConversation(scope, range, conversation);
  const all = (
    <Link to="/p/$project/$environment/llm" params={scope} className={buttonLook()}>
      LLM overview
    </Link>
  );
  return (
    <Page title="Conversation" about={<>{conversation} in the {rangeName(range)}.</>} action={all}>
      <View
        query={query}
        what="Reading the conversation"
        loading={<LoadingRows columns={3} rows={6} />}
        isEmpty={(calls) => calls.length === 0}
        empty={
          <Empty icon="search" title={`Nothing of this conversation was sent in the ${rangeName(range)}`} action={all}>
            Choose a longer time range.
          </Empty>
        }
      >
        {(calls) => <Whole id={conversation} calls={calls} />}
      </View>
    </Page>
  );
}

const most = 500; // calls that the server shows

function Whole({ id, calls }: { id: string; calls: SpokenCall[] }): ReactElement {
  const sums = sumsOf(calls);
  const facts: [string, string[]][] = [
    ["Models", kindsOf(calls, (c) => c.call.model)],
    ["Services", kindsOf(calls, (c) => c.service)],
    ["Users", kindsOf(calls, (c) => c.call.user)],
    ["Agents", kindsOf(calls, (c) => c.call.agent)],
    ["Tools", kindsOf(calls, (c) => c.call.tool)],
  ];
  return (
    <>
      <Figures
        label="Totals"
        columns={5}
        of={[
          { name: "Cost", value: money(sums.cost), note: sums.computed > 0 ? `≈ ${percent(sums.computed / sums.cost)} computed from the catalog` : undefined },
          { name: "Tokens", value: tokens(sums.input + sums.output), note: `${tokens(sums.input)} in · ${tokens(sums.output)} out` },
          { name: "Calls of models", value: count(sums.calls), note: sums.tools > 0 ? `and ${plural(sums.tools, "tool call")}` : undefined },
          { name: "Errors", value: count(sums.errors) },
          { name: "Lasted", value: duration(sums.seconds) },
        ]}
      />
      <Facts of={[["Id", <CopyText key="id" text={id} label="Copy id" />], ...facts.filter(([, of]) => of.length > 0).map(([name, of]): [string, string] => [name, of.join(", ")])]} />
      <Section title="What was said" about={calls.length >= most ? `The first ${most} calls. Choose a later time range for more.` : undefined}>
        <ol className="flex flex-col gap-3">
          {turnsOf(calls).map((turn) => (
            <TurnView key={turn.call.spanId} turn={turn} />
          ))}
        </ol>
      </Section>
    </>
  );
}
