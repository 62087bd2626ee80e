import { Link } from "@tanstack/react-router";
import { useMemo, type ReactElement } from "react";
import { useTrace, type WholeTrace } from "@/features/traces/api/get-trace";
import { useScope } from "@/lib/scope";
import { Button, buttonLook } from "@/ui/button";
import { Drawer } from "@/ui/drawer";
import { View } from "@/ui/query";
import { Empty } from "@/ui/states";
import { LoadingTrace } from "./loading-trace";
import { SpanDetail } from "./span-detail";
import { TraceView } from "./trace-view";
import { treeOf } from "./tree";
import { useTracesSearch } from "./use-search";

/** The trace of a row beside the list. */
export function TraceDrawer(): ReactElement {
  const { search, change } = useTracesSearch();
  const query = useTrace(useScope(), search.trace);
  const root = query.data?.spans.find((s) => !s.parentSpanId) ?? query.data?.spans[0];
  return (
    <Drawer open={search.trace !== undefined} onClose={() => change({ trace: undefined, span: undefined, draw: undefined, find: undefined, part: undefined })} title={root?.name ?? "Trace"} wide>
      <View query={query} what="Reading the trace" loading={<LoadingTrace />} isEmpty={(trace) => trace === null} empty={<Empty icon="traces" title="This trace is not here">It was not sent to this project, or is older than what is kept.</Empty>}>
        {(trace) => trace && <Shown key={trace.traceId} trace={trace} />}
      </View>
    </Drawer>
  );
}

function Shown({ trace }: { trace: WholeTrace }): ReactElement {
  const scope = useScope();
  const { search, change } = useTracesSearch();
  const tree = useMemo(() => treeOf(trace.spans), [trace]);
  const node = tree.all.find((n) => n.span.spanId === search.span);
  const { span, draw, find, part } = search;
  return (
    <>
      <TraceView
        trace={trace}
        tree={tree}
        narrow
        action={
          <Link to="/p/$project/$environment/traces/$trace" params={{ ...scope, trace: trace.traceId }} search={{ span, draw, find, part }} className={buttonLook()}>
            Full page
          </Link>
        }
      />
      {node && (
        <section aria-label="Span" className="flex flex-col gap-4 border-t border-line pt-3">
          <div className="flex items-center gap-2">
            <h3 className="min-w-0 flex-1 truncate font-semibold">{node.span.name}</h3>
            <Button kind="quiet" icon="close" onClick={() => change({ span: undefined }, true)}>
              Close span
            </Button>
          </div>
          <SpanDetail key={node.span.spanId} node={node} tree={tree} />
        </section>
      )}
    </>
  );
}
