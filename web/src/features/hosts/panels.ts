import type { Panel } from "@/features/gpus/api/query-panels";

const io = ["disk.io.direction", "direction"]; // older senders leave the prefix out
const net = ["network.io.direction", "direction"];

/** What is drawn of a host. CPU by state and load come from other collectors of host metrics; ours sends utilization. */
export const panels: Panel[] = [
  {
    title: "CPU",
    asks: [
      { metric: "system.cpu.utilization", across: "avg" },
      { metric: "system.cpu.utilization", across: "max" },
    ],
    names: ["mean of all CPUs", "busiest CPU"],
    always: true,
  },
  { title: "Memory", asks: [{ metric: "system.memory.usage", by: ["system.memory.state", "state"], across: "sum" }], always: true },
  { title: "CPU by state", asks: [{ metric: "system.cpu.time", by: ["cpu.mode", "system.cpu.state", "state"], across: "sum" }] },
  {
    title: "Load",
    asks: ["1m", "5m", "15m"].map((over) => ({ metric: `system.cpu.load_average.${over}` })),
    names: ["1 min", "5 min", "15 min"],
  },
  { title: "Disk", asks: [{ metric: "system.disk.io", by: io, across: "sum" }], always: true },
  { title: "Disk operations", asks: [{ metric: "system.disk.operations", by: io, across: "sum" }] },
  { title: "Filesystems", asks: [{ metric: "system.filesystem.utilization", by: ["system.filesystem.mountpoint", "mountpoint"], across: "max" }], always: true },
  { title: "Network", asks: [{ metric: "system.network.io", by: net, across: "sum" }], always: true },
  { title: "Network errors", asks: [{ metric: "system.network.errors", by: net, across: "sum", aggregation: "increase" }] },
  { title: "Interrupts", asks: [{ metric: "system.cpu.linux.interrupts", across: "sum" }], names: ["interrupts"] },
  { title: "Network adapters", asks: [{ metric: "hw.network.io", by: net, across: "sum" }] },
  { title: "GPUs", asks: [{ metric: "hw.gpu.utilization", by: ["gpu.index"], across: "avg", only: { "hw.gpu.task": "general" } }] },
];

/** What the collector itself takes. */
export const ownPanels: Panel[] = [
  { title: "CPU of the collector", asks: [{ metric: "process.cpu.utilization" }], names: ["of one CPU"] },
  { title: "Memory of the collector", asks: [{ metric: "process.memory.usage" }], names: ["resident"] },
];
