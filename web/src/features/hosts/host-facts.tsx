import type { ReactElement, ReactNode } from "react";
import type { Host } from "@/features/hosts/api/list-hosts";
import { Facts } from "@/ui/facts";
import { Ago } from "@/ui/time";

/** What a host is and where. */
export function HostFacts({ host }: { host: Host }): ReactElement {
  const facts: [string, ReactNode][] = [
    ["Last seen", <Ago key="seen" at={host.lastSeen} />],
    ["Environment", host.environment],
    ["Type", host.type],
    ["Logical CPUs", host.cpus],
    ["GPUs", host.gpus],
    ["Cluster", host.cluster],
    ["Node", host.node],
    ["Cloud", [host.cloudProvider, host.region].filter(Boolean).join(" ")],
  ];
  return <Facts of={facts.filter(([, value]) => value !== undefined && value !== "")} />;
}
