import type { Key } from "@/lib/telemetry/filter";
import type { FacetKey } from "@/ui/facets";
import type { KeyOption } from "@/ui/filter-bar";

const field = (key: string, label: string, open = false): FacetKey => ({ source: "field", key, label, open });
const attribute = (key: string, label: string, open = false): FacetKey => ({ source: "attribute", key, label, open });
const resource = (key: string, label: string): FacetKey => ({ source: "resource", key, label });

/** What traces are chosen by: what any of their spans has, and their operation, which is the name of the root span. */
export const traceFacets: FacetKey[] = [
  field("service", "Service", true),
  field("rootName", "Operation", true),
  field("status", "Status", true),
  field("model", "Model", true),
  field("tool", "Tool"),
  field("agent", "Agent"),
  field("user", "User"),
  field("rootService", "Begun by"),
  field("name", "Span"),
  field("kind", "Kind"),
  attribute("error.type", "Error type"),
  attribute("http.response.status_code", "HTTP status"),
  field("environment", "Environment"),
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
  field("model", "Model", true),
  field("provider", "Provider"),
  field("operation", "Model operation"),
  field("tool", "Tool"),
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
  { source: "field", key: "spanDurationMs", label: "Duration of a span (ms)", number: true },
  { source: "field", key: "status", label: "Status" },
  { source: "field", key: "statusMessage", label: "Status message" },
  { source: "field", key: "kind", label: "Kind" },
  { source: "field", key: "rootName", label: "Operation" },
  { source: "field", key: "rootService", label: "Begun by" },
  { source: "field", key: "rootStatus", label: "Status of the root" },
  { source: "field", key: "model", label: "Model" },
  { source: "field", key: "provider", label: "Provider" },
  { source: "field", key: "operation", label: "Model operation" },
  { source: "field", key: "tool", label: "Tool" },
  { source: "field", key: "agent", label: "Agent" },
  { source: "field", key: "user", label: "User" },
  { source: "field", key: "conversation", label: "Conversation" },
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

/** Whether a key is of the root span of a trace; its values are counted among traces only. */
export function isOfRoot({ source, key }: Key): boolean {
  return source === "field" && key.startsWith("root");
}
