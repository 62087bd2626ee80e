import type { Filter, Key } from "@/lib/telemetry/filter";
import type { FacetKey } from "@/ui/facets";
import type { KeyOption } from "@/ui/filter-bar";

const field = (key: string, label: string, open = false): FacetKey => ({ source: "field", key, label, open });
const attribute = (key: string, label: string, open = false): FacetKey => ({ source: "attribute", key, label, open });
const resource = (key: string, label: string): FacetKey => ({ source: "resource", key, label });

/** What traces are chosen by: what their root spans have. */
export const traceFacets: FacetKey[] = [
  field("service", "Service", true),
  field("name", "Operation", true),
  field("status", "Status", true),
  field("kind", "Kind"),
  field("environment", "Environment"),
  attribute("http.response.status_code", "HTTP status"),
  attribute("gen_ai.agent.name", "Agent"),
  attribute("user.id", "User"),
  resource("service.version", "Version"),
  resource("k8s.cluster.name", "Cluster"),
  resource("host.name", "Host"),
];

/** What spans are chosen by. */
export const spanFacets: FacetKey[] = [
  field("service", "Service", true),
  field("name", "Name"),
  field("status", "Status", true),
  field("kind", "Kind", true),
  attribute("gen_ai.request.model", "Model", true),
  attribute("gen_ai.provider.name", "Provider"),
  attribute("gen_ai.operation.name", "Model operation"),
  attribute("gen_ai.tool.name", "Tool"),
  attribute("error.type", "Error type"),
  attribute("http.response.status_code", "HTTP status"),
  attribute("http.route", "HTTP route"),
  attribute("db.system.name", "Database"),
  attribute("server.address", "Server"),
  field("environment", "Environment"),
  resource("host.name", "Host"),
  resource("k8s.pod.name", "Pod"),
  resource("k8s.cluster.name", "Cluster"),
];

const fields: KeyOption[] = [
  { source: "field", key: "service", label: "Service" },
  { source: "field", key: "name", label: "Name" },
  { source: "field", key: "durationMs", label: "Duration (ms)", number: true },
  { source: "field", key: "status", label: "Status" },
  { source: "field", key: "statusMessage", label: "Status message" },
  { source: "field", key: "kind", label: "Kind" },
  { source: "field", key: "environment", label: "Environment" },
  { source: "field", key: "scope", label: "Instrumentation scope" },
  { source: "field", key: "traceId", label: "Trace id" },
  { source: "field", key: "spanId", label: "Span id" },
  { source: "field", key: "parentSpanId", label: "Parent span id" },
];

/** What filters may be on: the fields of spans, then the attributes that there are. */
export function keyOptions(attributes: Key[]): KeyOption[] {
  return [...fields, ...attributes];
}

/** The filters that a request has: those of the URL, and the words as part of the name. */
export function withWords(filters: Filter[], words: string): Filter[] {
  return words ? [...filters, { source: "field", key: "name", op: "contains", values: [words], not: false }] : filters;
}
