import type { Dimension } from "@/features/llm/api/get-llm-usage";
import { valueFilter, type Filter, type Key } from "@/lib/telemetry/filter";
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
export const splitNames = Object.keys(dimensions) as (keyof typeof dimensions)[];

/** What calls are split by: a dimension, or the key of an attribute as keyText writes it. */
export interface Split {
  by: string; // as it stands in the URL, and under which usage is labelled
  name: string;
  title: string;
  key: Key;
}

/** Reads what calls are split by; undefined for what is none. */
export function readSplit(by: unknown): Split | undefined {
  if (typeof by !== "string") return undefined;
  const own = splitNames.find((n) => n === by);
  if (own) return { by, name: own, ...dimensions[own] };
  const [, source, key = ""] = /^(attribute|resource):(.{1,1024})$/s.exec(by) ?? [];
  return source ? { by, name: key, title: key, key: { source: source as Key["source"], key } } : undefined;
}

/** The filter that leaves the calls of one row. Calls that lack an attribute are those without it. */
export function onlyOf({ key }: Split, value: string): Filter {
  return key.source !== "field" && value === "" ? { ...key, op: "exists", values: [], not: true } : valueFilter(key, value);
}

export const byModel: Split = { by: "model", name: "model", ...dimensions.model };

/** What the URL of the page says besides the time range. */
export interface LlmSearch extends FilterSearch {
  by?: string;
  measure?: MeasureName;
}

/** Reads the URL; what it does not know is left out, and so is what holds anyway. */
export function readLlmSearch(search: Record<string, unknown>): LlmSearch {
  const by = readSplit(search["by"])?.by;
  const measure = measureNames.find((n) => n === search["measure"] && n !== "cost");
  return { ...readFilterSearch(search), ...(by && by !== byModel.by && { by }), ...(measure && { measure }) };
}
