import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useSpanGpus } from "@/features/traces/api/get-span";
import type { Span } from "@/features/traces/api/get-trace";
import { withUnit } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { valueFilter, writeFilters } from "@/lib/telemetry/filter";
import { clockTime } from "@/lib/time/zone";
import { buttonLook } from "@/ui/button";
import { Section } from "@/ui/page";

const around = 5 * 60_000; // ms before and after a span in which its logs are sought

/** The time around a span, in ms since 1970. */
function timesOf(span: Span): { from: number; to: number } {
  const start = Date.parse(span.start);
  return { from: start - around, to: Math.ceil(start + span.durationNs / 1e6) + around };
}

/** To the log records of a trace, or of one span of it. */
export function LogsLink({ trace, span, only, label }: { trace: string; span: Span | undefined; only?: string; label: string }): ReactElement {
  const where = writeFilters([valueFilter({ source: "field", key: "traceId" }, trace), ...(only ? [valueFilter({ source: "field", key: "spanId" }, only)] : [])]);
  return (
    <Link to="/p/$project/$environment/logs" params={useScope()} search={{ where, ...(span && timesOf(span)), range: undefined }} className={buttonLook()}>
      {label}
    </Link>
  );
}

/** The GPUs of the host that sent a span, as they were then. Nothing when it has none. */
export function SpanGpus({ span }: { span: Span }): ReactElement | null {
  const scope = useScope();
  const { data } = useSpanGpus(scope, span);
  if (!data || data.gpus.length === 0) return null;
  const times = { from: Date.parse(data.from), to: Date.parse(data.to), range: undefined };
  const nodes = new Set(data.gpus.map((g) => g.node || g.host));
  const [node] = nodes;
  return (
    <Section
      title="GPUs at that moment"
      about={`Of the ${data.by} that sent the span, ${clockTime(times.from)} – ${clockTime(times.to)}.`}
      action={
        <Link to="/p/$project/$environment/gpus" params={scope} search={{ ...times, ...(nodes.size === 1 && { node }) }} className={buttonLook()}>
          {nodes.size === 1 ? `GPUs of ${node}` : "GPUs"}
        </Link>
      }
    >
      <ul className="flex flex-wrap gap-1.5">
        {data.gpus.map((g) => (
          <li key={g.host + g.id}>
            <Link to="/p/$project/$environment/gpus/$gpu" params={{ ...scope, gpu: g.id }} search={times} title={g.name} className="flex flex-col rounded-md border border-line px-2 py-1 text-xs hover:bg-hover">
              <span className="font-medium">
                {nodes.size > 1 && `${g.node || g.host} · `}GPU {g.index ?? g.id.slice(0, 8)}
              </span>
              <span className="text-muted">
                {g.utilization === undefined ? "–" : withUnit(g.utilization, "1")}
                {g.memoryUtilization !== undefined && ` · ${withUnit(g.memoryUtilization, "1")} memory`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
