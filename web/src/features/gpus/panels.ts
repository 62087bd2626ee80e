import type { Panel } from "@/features/gpus/api/query-panels";

/** The charts of a GPU. */
export const panels: Panel[] = [
  { title: "Utilization", asks: [{ metric: "hw.gpu.utilization", by: ["hw.gpu.task"] }], always: true },
  { title: "Memory", asks: [{ metric: "hw.gpu.memory.usage" }, { metric: "hw.gpu.memory.limit" }], always: true },
  { title: "Power", asks: [{ metric: "hw.power" }, { metric: "hw.power.limit" }], always: true },
  { title: "Temperature", asks: [{ metric: "hw.temperature", by: ["hw.sensor_location"] }], always: true },
  { title: "Clocks", asks: [{ metric: "hw.gpu.speed", by: ["hw.gpu.clock_domain"] }] },
  { title: "PCIe", asks: [{ metric: "hw.gpu.io", by: ["network.io.direction"] }] },
  { title: "Links between GPUs", asks: [{ metric: "hw.gpu.interconnect.io", by: ["hw.gpu.interconnect.type", "network.io.direction"] }] },
  { title: "Memory controller", asks: [{ metric: "hw.gpu.memory.controller.utilization" }] },
  { title: "Fan", asks: [{ metric: "hw.fan.speed_ratio" }] },
  { title: "Fan speed", asks: [{ metric: "hw.fan.speed" }] },
  { title: "Errors", asks: [{ metric: "hw.errors", by: ["error.type", "gpu.xid.code"], aggregation: "increase" }] },
];
