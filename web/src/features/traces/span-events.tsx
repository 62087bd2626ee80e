import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useSpanExceptions } from "@/features/traces/api/get-span";
import type { Span } from "@/features/traces/api/get-trace";
import { useScope } from "@/lib/scope";
import { Facts } from "@/ui/facts";
import { Icon } from "@/ui/icon";
import { Section } from "@/ui/page";
import { StackTrace } from "@/ui/stack-trace";
import { time } from "./look";
import { exact } from "./tree";

/** The exceptions of a span with their stack traces, and the ways to all of the same kind. */
export function SpanExceptions({ span }: { span: Span }): ReactElement | null {
  const scope = useScope();
  const told = (span.events ?? []).filter((e) => e.name === "exception");
  const { data: groups = [] } = useSpanExceptions(scope, span, told.length > 0 || span.status === "Error");
  if (told.length === 0 && groups.length === 0) return null;
  return (
    <Section title={told.length > 1 ? `${told.length} exceptions` : told.length === 1 ? "Exception" : "Failure"}>
      {told.map(({ attributes: a = {} }, i) => (
        <div key={i} className="flex flex-col gap-1.5">
          <p className="text-sm break-words">
            <span className="font-medium text-bad">
              <Icon name="alert" className="mr-1 inline size-3.5 align-[-2px]" />
              {a["exception.type"] || "exception"}
            </span>{" "}
            {a["exception.message"]}
          </p>
          {a["exception.stacktrace"] && <StackTrace text={a["exception.stacktrace"]} />}
        </div>
      ))}
      {groups.map((g) => (
        <Link key={g.id} to="/p/$project/$environment/exceptions/$group" params={{ ...scope, group: g.id }} search={daysAround(span)} className="text-sm text-accent hover:underline">
          All exceptions like this one: {g.type || g.shape}
        </Link>
      ))}
    </Section>
  );
}

/** The days before and after a span, in ms since 1970. */
function daysAround(span: Span): { from: number; to: number; range: undefined } {
  const at = Date.parse(span.start);
  return { from: at - 86_400_000, to: at + 86_400_000, range: undefined };
}

/** What happened during a span, other than exceptions and messages. */
export function SpanEvents({ span, start }: { span: Span; start: number }): ReactElement | null {
  const events = (span.events ?? []).filter((e) => e.name !== "exception");
  if (events.length === 0) return null;
  return (
    <Section title={`Events (${events.length})`}>
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
        {events.map((e, i) => {
          const [at, rest] = exact(e.at);
          return (
            <li key={i} className="flex flex-col gap-1 px-2.5 py-1.5">
              <p className="flex items-baseline gap-2 text-sm">
                <span className="min-w-0 flex-1 font-medium break-words">{e.name}</span>
                <span className="text-xs text-muted">at {time(Math.max(0, at + rest - start))}</span>
              </p>
              {e.attributes && Object.keys(e.attributes).length > 0 && <Facts mono of={Object.entries(e.attributes)} />}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
