import type { ReactElement } from "react";
import { useReceivers } from "@/features/ingest/api/use-receivers";
import { useMetrics } from "@/features/metrics/api/list-metrics";
import { atLeast, useProject } from "@/features/session/api/membership";
import { useRange, useScope } from "@/lib/scope";
import { newQuery } from "@/lib/series/query";
import { rangeName } from "@/lib/time/range";
import { Button } from "@/ui/button";
import { collectorCode, NotSent } from "@/ui/not-sent";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { AddToDashboard } from "./add-to-dashboard";
import { Explorer } from "./explorer";
import { MetricList } from "./metric-list";
import { useMetricsSearch } from "./use-search";

/** The explorer of metrics: a list to choose from, then queries with their chart. */
export function MetricsPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const metrics = useMetrics(scope, range);
  const { queries, formula, stacked, setQueries, change } = useMetricsSearch();
  const admin = atLeast(useProject(scope.project)?.organisation.role, "admin");
  const action = queries.length > 0 && (
    <>
      <Button onClick={() => change({ q: undefined, formula: undefined, stacked: undefined })}>All metrics</Button>
      {admin && <AddToDashboard queries={queries} formula={formula} stacked={stacked} />}
    </>
  );
  return (
    <Page title="Metrics" about={<>Any metric over time, grouped and compared, in the {rangeName(range)}.</>} action={action}>
      {queries.length > 0 ? (
        <Explorer />
      ) : (
        <View query={metrics} what="Listing metrics" loading={<LoadingRows rows={10} columns={5} />} isEmpty={(all) => all.length === 0} empty={<NoMetrics />}>
          {(all) => <MetricList all={all} onPick={(metric) => setQueries([{ ...newQuery(), metric }])} />}
        </View>
      )}
    </Page>
  );
}

function NoMetrics(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { grpc } = useReceivers(scope);
  return (
    <NotSent
      icon="search"
      title={`No metric of ${scope.environment} was sent in the ${rangeName(range)}`}
      scope={scope}
      code={collectorCode(grpc)}
    >
      Choose a longer time range, or start a collector on a host: it sends the metrics of its GPUs, processes, CPUs and disks.
    </NotSent>
  );
}
