import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { tellersOf, useOrigins, type Origin, type Tellers } from "@/features/exceptions/api/count-origins";
import type { Occurrence } from "@/features/exceptions/api/list-occurrences";
import { count } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { valueFilter, writeFilters } from "@/lib/telemetry/filter";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";

const most = 5; // values of each kind

/** Which services, versions, hosts and pods told of the newest occurrences. */
export function Origins({ group, occurrences, wide = false }: { group: string; occurrences: Occurrence[]; wide?: boolean }): ReactElement {
  const query = useOrigins(useScope(), group, occurrences);
  const [tellers] = tellersOf(occurrences);
  return (
    <Section title="Where it happens" about={`Of the newest ${count(occurrences.length)} occurrences.`}>
      <View query={query} what="Counting where it happens" loading={<LoadingRows columns={2} rows={2} />} isEmpty={(all) => all.length === 0} empty={<p className="text-sm text-muted">The occurrences belong to no span that is kept.</p>}>
        {(origins) => (
          <div className={wide ? "grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4" : "grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 sm:grid-cols-2"}>
            {origins.map((origin) => tellers && <Shares key={origin.key} origin={origin} tellers={tellers} />)}
          </div>
        )}
      </View>
    </Section>
  );
}

function Shares({ origin: { name, key, values }, tellers }: { origin: Origin; tellers: Tellers }): ReactElement {
  const all = values.reduce((sum, v) => sum + v.count, 0);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <h3 className="text-xs font-medium text-muted">{name}</h3>
      <ul className="flex flex-col gap-1.5 text-sm">
        {values.slice(0, most).map(({ value, count: n }) => (
          <li key={value}>
            <div className="flex justify-between gap-2">
              <TellersLink of={tellers} resource={key} value={value} />
              <span className="shrink-0 whitespace-nowrap text-muted">{Math.round((n / all) * 100)} %</span>
            </div>
            <div className="h-1 rounded-full bg-hover" aria-hidden="true">
              <div className="h-full rounded-full bg-accent" style={{ width: `${(n / all) * 100}%` }} />
            </div>
          </li>
        ))}
      </ul>
      {values.length > most && <p className="text-xs text-muted">and {values.length - most} more</p>}
    </div>
  );
}

/** The way to the spans, or else the log records, that told of occurrences and come from one origin. */
function TellersLink({ of: { signal, from, to, filters }, resource, value }: { of: Tellers; resource: string; value: string }): ReactElement {
  const params = useScope();
  const where = writeFilters([...filters, valueFilter({ source: "resource", key: resource }, value)]);
  const look = { params, title: value, className: "truncate decoration-line-strong underline-offset-3 hover:underline" };
  if (signal === "logs") {
    return (
      <Link to="/p/$project/$environment/logs" search={{ from, to, where }} {...look}>
        {value}
      </Link>
    );
  }
  return (
    <Link to="/p/$project/$environment/traces" search={{ from, to, where, list: "spans" }} {...look}>
      {value}
    </Link>
  );
}
