import type { ReactElement, ReactNode } from "react";
import { useSpan } from "@/features/traces/api/get-span";
import { plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { instant } from "@/lib/time/relative";
import { CopyText } from "@/ui/copy";
import { Facts } from "@/ui/facts";
import { Section } from "@/ui/page";
import { Failed } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Attributes } from "./attributes";
import { Service } from "./cells";
import { callsModel } from "./genai";
import { time } from "./look";
import { SpanCall } from "./span-call";
import { SpanEvents, SpanExceptions } from "./span-events";
import { LogsLink, SpanGpus } from "./span-links";
import { SpanLinks } from "./span-others";
import { failed, type Node, type Tree } from "./tree";

/** Everything about one span. What the trace has of it is shown at once, and completed when the whole span is there. */
export function SpanDetail({ node, tree }: { node: Node; tree: Tree }): ReactElement {
  const query = useSpan(useScope(), node.span);
  const span = query.data ?? node.span;
  return (
    <>
      <Head node={node} tree={tree} />
      {query.isError && <Failed what="Reading the whole span" error={query.error} retry={() => void query.refetch()} />}
      <div className="flex flex-wrap gap-1.5">
        <LogsLink trace={span.traceId} span={span} only={span.spanId} label="Logs of this span" />
        <LogsLink trace={span.traceId} span={tree.all[0]?.span} label="Logs of the trace" />
      </div>
      <SpanExceptions span={span} />
      {callsModel(span) && <SpanCall span={span} />}
      <SpanGpus span={span} />
      <Attributes title="Attributes" source="attribute" of={span.attributes} cut={span.cut} />
      <SpanEvents span={span} start={tree.start} />
      <SpanLinks span={span} />
      <Attributes title="Resource" about="Who sent it." source="resource" of={span.resource} />
      <Section title="Instrumentation">
        <Facts of={[["Scope", [span.scopeName, span.scopeVersion].filter(Boolean).join(" ") || "–"], ...(span.traceState ? [["Trace state", span.traceState] as [string, ReactNode]] : [])]} />
      </Section>
    </>
  );
}

function Head({ node, tree }: { node: Node; tree: Tree }): ReactElement {
  const { span } = node;
  const own = node.to - node.from - covered(node);
  const facts: [string, ReactNode][] = [
    ["Service", <Service key="service" name={span.service} plain />],
    ["Took", `${time(node.to - node.from)}${tree.length > 0 ? ` (${Math.round(((node.to - node.from) / tree.length) * 100)} % of the trace)` : ""}`],
    ...(node.children.length > 0 ? [["Of that itself", time(Math.max(0, own))] as [string, ReactNode]] : []),
    ["Started", `${instant(Date.parse(span.start))}, ${time(node.from)} after the trace`],
    ["Kind", span.kind],
    ["Below it", plural(node.below, "span")],
    ["Span id", <CopyText key="id" text={span.spanId} label="Copy span id" />],
    ...(node.lost ? [["Parent, not received", <CopyText key="parent" text={span.parentSpanId ?? ""} label="Copy id of the parent" />] as [string, ReactNode]] : []),
  ];
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {failed(node) ? <Badge tone="bad">failed</Badge> : span.status === "Ok" ? <Badge tone="ok">ok</Badge> : <Badge tone="off">no status</Badge>}
        {node.lost && <Badge tone="warn">its parent did not arrive</Badge>}
        {span.statusMessage && <span className="break-words">{span.statusMessage}</span>}
      </p>
      <Facts of={facts} />
    </div>
  );
}

/** How much of a span's time its children cover, in ms; those at the same time are counted once. */
function covered(node: Node): number {
  let [sum, end] = [0, node.from];
  for (const child of node.children) {
    const to = Math.min(child.to, node.to);
    sum += Math.max(0, to - Math.max(end, child.from));
    end = Math.max(end, to);
  }
  return sum;
}

