import { Link } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { plural, withUnit } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { instant } from "@/lib/time/relative";
import { clockTime } from "@/lib/time/zone";
import { MessageView } from "@/ui/message-view";
import { Badge } from "@/ui/status";
import { Cost } from "./cost";
import { tokens } from "./numbers";
import type { Turn } from "./turns";

/** One call of a conversation: who was called, what it cost, and what was said. */
export function TurnView({ turn: { call: spoken, again, said } }: { turn: Turn }): ReactElement {
  const scope = useScope();
  const [whole, setWhole] = useState(false);
  const { call } = spoken;
  const about = call.tool ? `tool ${call.tool}` : call.callsModel ? (call.model ?? spoken.name) : call.agent ? `agent ${call.agent}` : spoken.name;
  return (
    <li className="overflow-hidden rounded-lg border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 bg-sunken px-3 py-1.5 text-xs text-muted">
        <time dateTime={spoken.start} title={instant(Date.parse(spoken.start))}>
          {clockTime(Date.parse(spoken.start))}
        </time>
        <span className="text-sm font-medium text-text">{about}</span>
        <span>{spoken.service}</span>
        {spoken.failed && <Badge tone="bad">failed</Badge>}
        <span className="flex-1" />
        {call.callsModel && (
          <span>
            {tokens(call.inputTokens ?? 0)} in · {tokens(call.outputTokens ?? 0)} out
          </span>
        )}
        <span>{withUnit(spoken.durationNs / 1e9, "s")}</span>
        {call.cost !== undefined && <Cost cost={call.cost} computed={call.costComputed ? call.cost : 0} />}
        <Link to="/p/$project/$environment/traces/$trace" params={{ ...scope, trace: spoken.traceId }} search={(before: object) => ({ ...before, span: spoken.spanId })} className="text-accent hover:underline">
          Trace
        </Link>
      </div>
      {(call.callsModel || spoken.messages.length > 0 || spoken.error) && (
        <div className="flex flex-col gap-2.5 border-t border-line px-3 py-2.5">
          {spoken.error && <p className="text-sm text-bad">{spoken.error}</p>}
          {again.length > 0 && (
            <button type="button" aria-expanded={whole} onClick={() => setWhole(!whole)} className="self-start text-xs text-muted hover:text-text hover:underline">
              {whole ? "Hide" : "Show"} {plural(again.length, "earlier message")} given once more
            </button>
          )}
          {[...(whole ? again : []), ...said].map((message, i) => (
            <MessageView key={i} message={message} />
          ))}
          {said.length === 0 && !spoken.failed && <p className="text-sm text-muted">{again.length > 0 ? "The span does not tell the answer." : "The span does not tell what was said."}</p>}
        </div>
      )}
    </li>
  );
}
