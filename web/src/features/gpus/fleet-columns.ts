import type { FleetAsk } from "@/features/gpus/api/query-fleet-series";

/** A small line for each GPU. */
export interface SparkColumn {
  name: string;
  ask: FleetAsk;
  high?: number; // of the scale; else the largest value of the fleet
}

const gpu: FleetAsk["by"] = [
  { source: "resource", key: "host.name" },
  { source: "attribute", key: "hw.id" },
];
const column = (name: string, metric: string, high?: number, more?: Partial<FleetAsk>): SparkColumn => ({ name, ask: { metric, by: gpu, ...more }, ...(high && { high }) });

export const sparkColumns: SparkColumn[] = [
  column("Utilization", "hw.gpu.utilization", 1, { only: { "hw.gpu.task": "general" } }),
  column("Memory", "hw.gpu.memory.utilization", 1),
  column("Power", "hw.power"),
  column("Temperature", "hw.temperature", 100, { only: { "hw.sensor_location": "die" } }),
  column("SM clock", "hw.gpu.speed", undefined, { only: { "hw.gpu.clock_domain": "sm" } }),
  column("Mem. ctrl.", "hw.gpu.memory.controller.utilization", 1),
  column("PCIe", "hw.gpu.io"),
  column("Links", "hw.gpu.interconnect.io"),
  column("Allocated", "hw.gpu.allocated", 1),
  column("Errors", "hw.errors", undefined, { aggregation: "increase" }),
];
