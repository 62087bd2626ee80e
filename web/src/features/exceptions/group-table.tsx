import type { ReactElement } from "react";
import { compact, plural } from "@/lib/format";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { Ago } from "@/ui/time";
import { shortFrame, titleOf, type Group } from "./exception";
import { Sparkline } from "./sparkline";

const columns: Column<Group>[] = [
  { name: "Exception", cell: (g) => <Name group={g} />, text: (g) => `${g.type}: ${g.message}` },
  { name: "Top frame", cell: (g) => <Frame group={g} />, text: (g) => g.frame, wide: true },
  { name: "Services", cell: (g) => <Services of={g.services} />, text: (g) => g.services.join(" "), wide: true },
  { name: "Over time", cell: (g) => <Sparkline counts={g.counts} label={`${plural(g.count, "occurrence")} over time`} />, wide: true },
  { name: "Count", cell: (g) => compact(g.count), text: (g) => String(g.count), number: true },
  { name: "First seen", cell: (g) => <Ago at={g.since} />, text: (g) => g.since, number: true, wide: true },
  { name: "Last seen", cell: (g) => <Ago at={g.lastSeen} />, text: (g) => g.lastSeen, number: true },
];

/** Groups of exceptions. */
export function GroupTable({ groups, onOpen }: { groups: Group[]; onOpen: (group: Group) => void }): ReactElement {
  return <Table label="Exceptions" tools="exceptions" columns={columns} rows={groups} rowKey={(g) => g.id} onOpen={onOpen} />;
}

/** What it is, and below what it says: two lines in the height of one row. */
function Name({ group }: { group: Group }): ReactElement {
  return (
    <div className="-my-0.5 max-w-68 min-w-44 max-sm:max-w-44 max-sm:min-w-0">
      <p className="flex items-center gap-1.5 text-sm leading-4">
        <span className="truncate font-medium" title={titleOf(group)}>
          {titleOf(group)}
        </span>
        {group.isNew && (
          <span className="-my-1 flex">
            <Badge tone="warn">new</Badge>
          </span>
        )}
      </p>
      <p className="truncate text-xs text-muted" title={group.message}>
        {group.shape || "without a message"}
      </p>
    </div>
  );
}

function Frame({ group }: { group: Group }): ReactElement {
  return (
    <span className="block max-w-44 truncate font-mono text-xs" title={group.frame}>
      {group.frame ? shortFrame(group.frame) : "–"}
    </span>
  );
}

function Services({ of }: { of: string[] }): ReactElement {
  const [first = "–", ...rest] = of;
  return (
    <span className="flex max-w-32 items-center gap-1 text-sm" title={of.join(", ")}>
      <span className="truncate">{first}</span>
      {rest.length > 0 && <span className="shrink-0 text-xs text-muted">+{rest.length}</span>}
    </span>
  );
}
