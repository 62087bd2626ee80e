import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { Span } from "@/features/traces/api/get-trace";
import { useScope } from "@/lib/scope";
import { Facts } from "@/ui/facts";
import { Section } from "@/ui/page";

/** The spans that a span points to, mostly of other traces. */
export function SpanLinks({ span }: { span: Span }): ReactElement | null {
  const scope = useScope();
  const links = span.links ?? [];
  if (links.length === 0) return null;
  return (
    <Section title={`Links (${links.length})`}>
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
        {links.map((link, i) => (
          <li key={i} className="flex flex-col gap-1 px-2.5 py-1.5 text-sm">
            <Link to="/p/$project/$environment/traces/$trace" params={{ ...scope, trace: link.traceId }} search={{ span: link.spanId }} className="text-accent hover:underline">
              Span <code className="font-mono">{link.spanId}</code> of {link.traceId === span.traceId ? "this trace" : <code className="font-mono">{link.traceId}</code>}
            </Link>
            {link.attributes && Object.keys(link.attributes).length > 0 && <Facts mono of={Object.entries(link.attributes)} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
