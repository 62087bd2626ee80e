import type { ReactElement, ReactNode } from "react";
import type { Host } from "@/features/hosts/api/list-hosts";
import { withUnit } from "@/lib/format";
import { Drawer } from "@/ui/drawer";
import { Facts } from "@/ui/facts";
import { Section } from "@/ui/page";
import { Ago } from "@/ui/time";

/** What is known of one host. */
export function HostDrawer({ host, onClose }: { host: Host | undefined; onClose: () => void }): ReactElement {
  return (
    <Drawer open={host !== undefined} onClose={onClose} title={host?.name ?? ""}>
      {host && <Detail host={host} />}
    </Drawer>
  );
}

function Detail({ host }: { host: Host }): ReactElement {
  const share = (value: number | undefined): string | undefined => (value === undefined ? undefined : withUnit(value, "1"));
  const facts: [string, ReactNode][] = [
    ["Last seen", <Ago key="seen" at={host.lastSeen} />],
    ["Environment", host.environment],
    ["Type", host.type],
    ["Logical CPUs", host.cpus],
    ["CPU", share(host.cpuUtilization)],
    ["Memory", share(host.memoryUtilization)],
    ["GPUs", host.gpus],
    ["Cluster", host.cluster],
    ["Node", host.node],
    ["Cloud", [host.cloudProvider, host.region].filter(Boolean).join(" ")],
  ];
  return (
    <>
      <Facts of={facts.filter(([, value]) => value !== undefined && value !== "")} />
      <Section title="Resource attributes" about="Of the newest metric.">
        <Facts mono of={Object.entries(host.attributes).sort(([a], [b]) => a.localeCompare(b))} />
      </Section>
    </>
  );
}
