import { Link, useParams } from "@tanstack/react-router";
import clsx from "clsx";
import { useMemo, type ReactElement } from "react";
import { useTrace, type Span, type WholeTrace } from "@/features/traces/api/get-trace";
import { useScope } from "@/lib/scope";
import { buttonLook } from "@/ui/button";
import { Drawer } from "@/ui/drawer";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty } from "@/ui/states";
import { LoadingTrace } from "./loading-trace";
import { LogsLink } from "./span-links";
import { SpanDetail } from "./span-detail";
import { TraceView } from "./trace-view";
import { treeOf } from "./tree";
import { useTraceSearch } from "./use-search";

/** One trace. */
export function TracePage(): ReactElement {
  const { trace: id = "" } = useParams({ strict: false });
  const scope = useScope();
  const query = useTrace(scope, id.toLowerCase());
  const root = query.data?.spans.find((s) => !s.parentSpanId) ?? query.data?.spans[0];
  return (
    <Page
      title={root?.name ?? "Trace"}
      about={root ? aboutOf(root) : "One request from its first span to its last."}
      action={
        <>
          {query.data && <LogsLink trace={id} span={query.data.spans[0]} label="Logs of this trace" />}
          <Link to="/p/$project/$environment/traces" params={scope} className={buttonLook()}>
            All traces
          </Link>
        </>
      }
    >
      <View
        query={query}
        what="Reading the trace"
        loading={<LoadingTrace />}
        isEmpty={(trace) => trace === null}
        empty={
          <Empty icon="traces" title="There is no such trace">
            No span of <code className="font-mono">{id}</code> was sent to this project, or it is older than what is kept. Spans arrive some seconds after they ended.
          </Empty>
        }
      >
        {(trace) => trace && <Shown trace={trace} />}
      </View>
    </Page>
  );
}

/** Who began a trace, or is first seen in it. */
function aboutOf({ service, parentSpanId }: Span): string {
  const name = service || "a service without a name";
  return parentSpanId ? `A trace that is first seen in ${name}; its root was not received.` : `A trace that ${name} began.`;
}

function Shown({ trace }: { trace: WholeTrace }): ReactElement {
  const { search, change } = useTraceSearch();
  const tree = useMemo(() => treeOf(trace.spans), [trace]);
  const node = tree.all.find((n) => n.span.spanId === search.span);
  return (
    <>
      <div className={clsx("min-w-0", node && "lg:pr-124")}>
        <TraceView trace={trace} tree={tree} />
      </div>
      <Drawer open={node !== undefined} onClose={() => change({ span: undefined })} title={node?.span.name ?? ""}>
        {node && <SpanDetail key={node.span.spanId} node={node} tree={tree} />}
      </Drawer>
    </>
  );
}
