import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { Host } from "@/features/hosts/api/list-hosts";
import { useScope } from "@/lib/scope";
import { Drawer } from "@/ui/drawer";
import { Facts } from "@/ui/facts";
import { Icon } from "@/ui/icon";
import { Section } from "@/ui/page";
import { HostCharts } from "./host-charts";
import { HostFacts } from "./host-facts";
import { panels } from "./panels";

/** One host beside the list. */
export function HostDrawer({ host, onClose }: { host: Host | undefined; onClose: () => void }): ReactElement {
  const scope = useScope();
  return (
    <Drawer open={host !== undefined} onClose={onClose} title={host?.name ?? ""}>
      {host && (
        <>
          <p className="-mb-2 flex items-center justify-between gap-3 text-sm">
            <span className="truncate text-muted">{host.type}</span>
            <Link to="/p/$project/$environment/hosts/$host" params={{ ...scope, host: host.name }} className="inline-flex shrink-0 items-center gap-1 text-accent hover:underline">
              Full page
              <Icon name="external" className="size-3" />
            </Link>
          </p>
          <HostFacts host={host} />
          <HostCharts key={host.name} host={host.name} panels={panels} />
          <Section title="Resource attributes" about="Of the newest metric.">
            <Facts mono of={Object.entries(host.attributes).sort(([a], [b]) => a.localeCompare(b))} />
          </Section>
        </>
      )}
    </Drawer>
  );
}
