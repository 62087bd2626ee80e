import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import type { Log } from "@/features/logs/api/search-logs";
import { useScope } from "@/lib/scope";
import { valueFilter, writeFilters } from "@/lib/telemetry/filter";
import { instant } from "@/lib/time/relative";
import { CopyText } from "@/ui/copy";
import { Facts } from "@/ui/facts";
import { Section } from "@/ui/page";
import { Ago } from "@/ui/time";
import { AttributeList, type AttributeActs } from "./attribute-list";
import { BodyView } from "./body-view";
import { Context } from "./context";
import { Severity } from "./severity";

interface Props extends AttributeActs {
  log: Log;
  words: string[]; // marked in the message
  onOpen: (log: Log) => void; // another line, of those around it
}

/** All that a line tells, where it came from, and the lines around it. */
export function LogDetail({ log, words, onOpen, ...acts }: Props): ReactElement {
  const parts = [
    { label: "Attributes", source: "attribute" as const, of: log.attributes },
    { label: "Resource", source: "resource" as const, of: log.resource },
    { label: "Scope", source: "scope" as const, of: log.scope },
  ];
  return (
    <>
      <BodyView body={log.body} words={words} />
      <What log={log} />
      <Ways log={log} />
      <Context key={log.id} log={log} onOpen={onOpen} />
      {parts.map(
        ({ label, source, of = {} }) =>
          Object.keys(of).length > 0 && (
            <Section key={label} title={label}>
              <AttributeList label={label} source={source} of={of} {...acts} />
            </Section>
          ),
      )}
    </>
  );
}

function What({ log }: { log: Log }): ReactElement {
  const at = Date.parse(log.at);
  const late = log.observedAt && Date.parse(log.observedAt) - at > 1000;
  const facts: [string, ReactNode][] = [
    ["Time", <Time key="time" at={log.at} />],
    ["Observed", late && <Time key="observed" at={log.observedAt ?? ""} />],
    ["Severity", <Severity key="severity" number={log.severityNumber} text={log.severity} />],
    ["Service", log.service],
    ["Event", log.event],
    ["Logger", [log.scopeName, log.scopeVersion].filter(Boolean).join(" ")],
    ["Trace", log.traceId && <CopyText key="trace" text={log.traceId} label="Copy the trace id" />],
    ["Span", log.spanId && <CopyText key="span" text={log.spanId} label="Copy the span id" />],
  ];
  return <Facts of={facts.filter(([, value]) => value)} />;
}

function Time({ at }: { at: string }): ReactElement {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {instant(Date.parse(at))}
      <code className="font-mono text-xs text-muted select-all">{at}</code>
      <span className="text-muted">
        <Ago at={at} />
      </span>
    </span>
  );
}

const minute = 60_000; // ms
const hour = 60 * minute; // what is gone to is of the time around the line

/** Where to go from a line: its trace, the other lines of that, its host, exceptions like it. */
function Ways({ log }: { log: Log }): ReactElement | null {
  const scope = useScope();
  const look = "text-accent hover:underline";
  const host = log.resource?.["host.name"];
  const exception = log.attributes?.["exception.type"];
  const at = Date.parse(log.at);
  const times = { range: undefined, from: at - hour, to: at + hour };
  const untilThen = { range: undefined, from: at - hour, to: at + minute }; // GPUs are shown as they were at the end of a range
  if (!log.traceId && !host && !exception) return null;
  return (
    <nav aria-label="From this line" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {log.traceId && (
        <>
          <Link to="/p/$project/$environment/traces/$trace" params={{ ...scope, trace: log.traceId }} search={{ span: log.spanId } as never} className={look}>
            Trace
          </Link>
          <Link to="/p/$project/$environment/logs" params={scope} search={{ ...times, where: writeFilters([valueFilter({ source: "field", key: "traceId" }, log.traceId)]), first: "oldest" } as never} className={look}>
            Lines of this trace
          </Link>
        </>
      )}
      {host && (
        <Link to="/p/$project/$environment/hosts" params={scope} search={{ ...times, host } as never} className={look}>
          Host {host}
        </Link>
      )}
      {host && (
        <Link to="/p/$project/$environment/gpus" params={scope} search={{ ...untilThen, host } as never} className={look}>
          Its GPUs then
        </Link>
      )}
      {exception && (
        <Link to="/p/$project/$environment/exceptions" params={scope} search={{ ...times, type: exception } as never} className={look}>
          Exceptions of this type
        </Link>
      )}
    </nav>
  );
}
