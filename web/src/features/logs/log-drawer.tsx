import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useLog } from "@/features/logs/api/get-log";
import { useScope } from "@/lib/scope";
import { sameKey, toggleValue } from "@/lib/telemetry/filter";
import { useFilters } from "@/lib/telemetry/use-filters";
import { Drawer } from "@/ui/drawer";
import { Icon } from "@/ui/icon";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { soughtIn } from "./log";
import { LogDetail } from "./log-detail";
import { useLogsSearch } from "./use-search";

/** The opened line beside the list. */
export function LogDrawer(): ReactElement {
  const scope = useScope();
  const { search, change, columns, toggle } = useLogsSearch();
  const { filters, text, setFilters } = useFilters();
  const query = useLog(scope, search.log ?? "");
  return (
    <Drawer open={search.log !== undefined} onClose={() => change({ log: undefined, around: undefined })} title={query.data ? `Line of ${query.data.service || "an unnamed service"}` : "Line"} wide>
      {search.log !== undefined && (
        <>
          <p className="-mb-2 text-right text-sm">
            <Link to="/p/$project/$environment/logs/$log" params={{ ...scope, log: search.log }} className="inline-flex items-center gap-1 text-accent hover:underline">
              Full page
              <Icon name="external" className="size-3" />
            </Link>
          </p>
          <View query={query} what="Reading the line" loading={<LoadingRows columns={2} rows={6} />} isEmpty={(log) => log === null} empty={<p className="text-sm text-muted">This line is not kept any more.</p>}>
            {(log) =>
              log && (
                <LogDetail
                  key={log.id}
                  log={log}
                  words={soughtIn(text, filters)}
                  onOpen={(other) => change({ log: other.id })}
                  onFilter={(key, value, not) => setFilters(toggleValue(filters, key, value, not))}
                  onColumn={toggle}
                  isColumn={(key) => columns.some((c) => sameKey(c, key))}
                />
              )
            }
          </View>
        </>
      )}
    </Drawer>
  );
}
