import type { Dimension } from "@/features/llm/api/get-llm-usage";
import type { Key } from "@/lib/telemetry/filter";
import { readFilterSearch, type FilterSearch } from "@/lib/telemetry/use-filters";
import { measureNames, type MeasureName } from "./measures";

/** What calls can be split by on the page, and the filter that leaves one of them. */
export const dimensions: Record<Exclude<Dimension, "conversation">, { title: string; key: Key }> = {
  model: { title: "Model", key: { source: "field", key: "model" } },
  provider: { title: "Provider", key: { source: "field", key: "provider" } },
  service: { title: "Service", key: { source: "field", key: "service" } },
  user: { title: "User", key: { source: "field", key: "user" } },
  agent: { title: "Agent", key: { source: "field", key: "agent" } },
  operation: { title: "Operation", key: { source: "field", key: "operation" } },
};
export type SplitName = keyof typeof dimensions;
export const splitNames = Object.keys(dimensions) as SplitName[];

/** What the URL of the page says besides the time range. */
export interface LlmSearch extends FilterSearch {
  by?: SplitName;
  measure?: MeasureName;
}

/** Reads the URL; what it does not know is left out, and so is what holds anyway. */
export function readLlmSearch(search: Record<string, unknown>): LlmSearch {
  const by = splitNames.find((n) => n === search["by"] && n !== "model");
  const measure = measureNames.find((n) => n === search["measure"] && n !== "cost");
  return { ...readFilterSearch(search), ...(by && { by }), ...(measure && { measure }) };
}
