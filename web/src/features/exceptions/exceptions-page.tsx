import type { ReactElement } from "react";
import { mostGroups, useEarlier, useExceptions, type ExceptionGroup } from "@/features/exceptions/api/search-exceptions";
import { count, plural } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { rangeName } from "@/lib/time/range";
import { NotSent } from "@/ui/not-sent";
import { Page, Panel } from "@/ui/page";
import { View } from "@/ui/query";
import { Bar, LoadingRows } from "@/ui/states";
import { choose, sumCounts, withPast, type Group } from "./exception";
import { FilterBar } from "./filter-bar";
import { GroupDrawer } from "./group-drawer";
import { GroupTable } from "./group-table";
import { OverTime } from "./over-time";
import { useExceptionsSearch } from "./use-search";

/** Exceptions in groups. */
export function ExceptionsPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { search } = useExceptionsSearch();
  const all = useExceptions(scope, range);
  const query = useExceptions(scope, range, search.service);
  const earlier = useEarlier(scope, range);
  return (
    <Page title="Exceptions" about={<>What went wrong in the {rangeName(range)}, grouped by type, message and top frame{query.data ? `: ${plural(query.data.length, "group")}, ${plural(total(query.data), "occurrence")}` : ""}.</>}>
      <View query={query} what="Listing exceptions" loading={<LoadingGroups />} isEmpty={(groups) => groups.length === 0 && !search.service} empty={<NoExceptions />}>
        {(groups) => <Groups all={all.data ?? groups} groups={withPast(groups, earlier.data)} at={query.dataUpdatedAt} />}
      </View>
    </Page>
  );
}

const total = (groups: ExceptionGroup[]): number => groups.reduce((sum, g) => sum + g.count, 0);

function Groups({ all, groups, at }: { all: ExceptionGroup[]; groups: Group[]; at: number }): ReactElement {
  const { search, change } = useExceptionsSearch();
  const chosen = choose(groups, search);
  return (
    <>
      <Panel>
        <OverTime counts={sumCounts(chosen)} at={at} />
      </Panel>
      <FilterBar all={all} fresh={groups.filter((g) => g.isNew).length} />
      {chosen.length > 0 ? (
        <GroupTable groups={chosen} onOpen={(g) => change({ exception: g.id, at: undefined })} />
      ) : (
        <p className="rounded-lg border border-dashed border-line-strong px-3 py-5 text-center text-sm text-muted">None of {plural(groups.length, "group")} matches the filters.</p>
      )}
      {groups.length >= mostGroups && <p className="text-sm text-muted">These are the {count(mostGroups)} most frequent groups. Choose a shorter time range or a service to see the others.</p>}
      <GroupDrawer group={groups.find((g) => g.id === search.exception)} at={at} onClose={() => change({ exception: undefined, at: undefined })} />
    </>
  );
}

/** The layout of the page before its data. */
function LoadingGroups(): ReactElement {
  return (
    <>
      <Panel>
        <Bar className="h-24 w-full" />
      </Panel>
      <LoadingRows columns={6} rows={8} />
    </>
  );
}

function NoExceptions(): ReactElement {
  const scope = useScope();
  const range = useRange();
  return (
    <NotSent
      icon="check"
      title={`No exception in ${scope.environment} in the ${rangeName(range)}`}
      scope={scope}
      fine
    >
      Exceptions are read from spans that failed, from their events named <code className="font-mono">exception</code>, and from log records with <code className="font-mono">exception.type</code>. Choose a longer time range, or send traces.
    </NotSent>
  );
}
