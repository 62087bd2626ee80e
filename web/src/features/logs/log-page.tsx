import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useLog } from "@/features/logs/api/get-log";
import { useScope } from "@/lib/scope";
import { valueFilter, writeFilters } from "@/lib/telemetry/filter";
import { instant } from "@/lib/time/relative";
import { buttonLook } from "@/ui/button";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { LogDetail } from "./log-detail";

const around = 30 * 60_000; // ms before and after a line, when the list is opened from it

/** One line under its own URL. */
export function LogPage(): ReactElement {
  const scope = useScope();
  const navigate = useNavigate();
  const { log: id = "" } = useParams({ strict: false }) as { log?: string };
  const query = useLog(scope, id);
  const log = query.data;
  const at = log ? Date.parse(log.at) : undefined;
  const times = at === undefined ? {} : { range: undefined, from: at - around, to: at + around };
  const all = (
    <Link to="/p/$project/$environment/logs" params={scope} search={{ ...times, log: log?.id } as never} className={buttonLook()}>
      In the list
    </Link>
  );
  return (
    <Page title={log ? `Line of ${log.service || "an unnamed service"}` : "Line"} about={at === undefined ? "One log record." : `${instant(at)}.`} action={all}>
      <View
        query={query}
        what="Reading the line"
        loading={<LoadingRows columns={2} rows={8} />}
        isEmpty={(found) => found === null}
        empty={
          <Empty icon="logs" title="This line is not kept" action={all}>
            Its id is <code className="font-mono">{id}</code>. It may belong to another project or environment, or have been removed by its age.
          </Empty>
        }
      >
        {(found) =>
          found && (
            <LogDetail
              log={found}
              words={[]}
              onOpen={(other) => void navigate({ to: "/p/$project/$environment/logs/$log", params: { ...scope, log: other.id }, search: (before: object) => before as never })}
              onFilter={(key, value, not) => void navigate({ to: "/p/$project/$environment/logs", params: scope, search: { ...times, where: writeFilters([valueFilter(key, value, not)]) } as never })}
            />
          )
        }
      </View>
    </Page>
  );
}
