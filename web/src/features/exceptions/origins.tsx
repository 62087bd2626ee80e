import type { ReactElement } from "react";
import { useOrigins } from "@/features/exceptions/api/count-origins";
import type { Occurrence } from "@/features/exceptions/api/list-occurrences";
import { count } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";

const most = 5; // values of each kind

/** Which services, versions, hosts and pods told of the newest occurrences. */
export function Origins({ group, occurrences, wide = false }: { group: string; occurrences: Occurrence[]; wide?: boolean }): ReactElement {
  const query = useOrigins(useScope(), group, occurrences);
  return (
    <Section title="Where it happens" about={`Of the newest ${count(occurrences.length)} occurrences.`}>
      <View query={query} what="Counting where it happens" loading={<LoadingRows columns={2} rows={2} />} isEmpty={(all) => all.length === 0} empty={<p className="text-sm text-muted">The occurrences belong to no span that is kept.</p>}>
        {(origins) => (
          <div className={wide ? "grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4" : "grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 sm:grid-cols-2"}>
            {origins.map(({ name, values }) => (
              <Shares key={name} name={name} values={values} />
            ))}
          </div>
        )}
      </View>
    </Section>
  );
}

function Shares({ name, values }: { name: string; values: { value: string; count: number }[] }): ReactElement {
  const all = values.reduce((sum, v) => sum + v.count, 0);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <h3 className="text-xs font-medium text-muted">{name}</h3>
      <ul className="flex flex-col gap-1.5 text-sm">
        {values.slice(0, most).map(({ value, count: n }) => (
          <li key={value}>
            <div className="flex justify-between gap-2">
              <span className="truncate" title={value}>
                {value}
              </span>
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
