import type { ReactElement, ReactNode } from "react";
import { mostOccurrences, useOccurrences, type Occurrence } from "@/features/exceptions/api/list-occurrences";
import { count } from "@/lib/format";
import { useRange, useScope } from "@/lib/scope";
import { instant } from "@/lib/time/relative";
import { Facts } from "@/ui/facts";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { StackTrace } from "@/ui/stack-trace";
import { LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Ago } from "@/ui/time";
import type { Group } from "./exception";
import { OccurrenceTable } from "./occurrence-table";
import { Origins } from "./origins";
import { OverTime } from "./over-time";
import { Traces } from "./trace-table";
import { useExceptionsSearch } from "./use-search";

/** What is known of a group, as it was counted at an instant: how often, since when, its stack trace, where it happens and in which traces. */
export function GroupDetail({ group, at, wide = false }: { group: Group; at: number; wide?: boolean }): ReactElement {
  const query = useOccurrences(useScope(), useRange(), group.id);
  return (
    <>
      <p className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">{group.message || "It says nothing of what went wrong."}</p>
      <Numbers group={group} at={at} wide={wide} />
      <View query={query} what="Listing occurrences" loading={<LoadingRows columns={3} rows={6} />} isEmpty={(all) => all.length === 0} empty={<p className="text-sm text-muted">No occurrence is kept any more.</p>}>
        {(all) => <Occurrences group={group} all={all} wide={wide} />}
      </View>
    </>
  );
}

function Numbers({ group, at, wide }: { group: Group; at: number; wide: boolean }): ReactElement {
  const facts: [string, ReactNode][] = [
    ["Occurrences", count(group.count)],
    ["First seen", <Seen key="first" at={group.since}>{group.isNew && <Badge tone="warn">new</Badge>}</Seen>],
    ["Last seen", <Seen key="last" at={group.lastSeen} />],
    ["Traces", count(group.traces)],
    ["Services", group.services.join(", ")],
    ["Top frame", <code key="frame" className="font-mono text-xs">{group.frame || "none"}</code>],
    ["Shape", group.shape || "no message"],
  ];
  return (
    <div className={wide ? "grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-2" : "flex flex-col gap-4"}>
      <Facts of={facts} />
      <OverTime counts={group.counts} at={at} />
    </div>
  );
}

function Seen({ at, children }: { at: string; children?: ReactNode }): ReactElement {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Ago at={at} />
      <span className="text-muted">{instant(Date.parse(at))}</span>
      {children}
    </span>
  );
}

function Occurrences({ group, all, wide }: { group: Group; all: Occurrence[]; wide: boolean }): ReactElement {
  const { search, change } = useExceptionsSearch();
  const shown = all.find((o) => o.at === search.at) ?? all.find((o) => o.stacktrace !== "") ?? all[0];
  return (
    <>
      <Section title="Stack trace" about={shown && `${shown.at === all[0]?.at ? "Of the newest occurrence" : "Of the occurrence"}, ${instant(Date.parse(shown.at))}, in ${shown.service}${shown.name ? ` · ${shown.name}` : ""}.`}>
        {shown?.stacktrace ? <StackTrace text={shown.stacktrace} /> : <p className="text-sm text-muted">{shown?.recordedBy === "span" ? "The span failed without recording an exception, so there is no stack trace." : "It was told without a stack trace."}</p>}
      </Section>
      <Origins group={group.id} occurrences={all} wide={wide} />
      <Traces group={group} narrow={!wide} />
      <Section title="Occurrences" about={group.count > all.length ? `The newest ${count(mostOccurrences)} of ${count(group.count)}.` : "Open one to see its stack trace."}>
        <OccurrenceTable occurrences={all} narrow={!wide} onOpen={(o) => change({ at: o.at })} />
      </Section>
    </>
  );
}
