import { Link, useParams } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useEarlier, useExceptions } from "@/features/exceptions/api/search-exceptions";
import { useRange, useScope } from "@/lib/scope";
import { rangeName } from "@/lib/time/range";
import { buttonLook } from "@/ui/button";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { titleOf, withPast } from "./exception";
import { GroupDetail } from "./group-detail";

/** One group of exceptions under its own URL. */
export function GroupPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { group: id = "" } = useParams({ strict: false }) as { group?: string };
  const query = useExceptions(scope, range);
  const earlier = useEarlier(scope, range);
  const group = query.data && withPast(query.data, earlier.data).find((g) => g.id === id);
  const all = (
    <Link to="/p/$project/$environment/exceptions" params={scope} className={buttonLook()}>
      All exceptions
    </Link>
  );
  return (
    <Page title={group ? titleOf(group) : "Exception"} about={`In the ${rangeName(range)}.`} action={all}>
      <View
        query={query}
        what="Reading the exception"
        loading={<LoadingRows columns={3} rows={8} />}
        isEmpty={() => group === undefined}
        empty={
          <Empty icon="alert" title={`This exception did not occur in the ${rangeName(range)}`} action={all}>
            Its group is <code className="font-mono">{id}</code>. Choose a longer time range.
          </Empty>
        }
      >
        {() => group && <GroupDetail group={group} at={query.dataUpdatedAt} wide />}
      </View>
    </Page>
  );
}
