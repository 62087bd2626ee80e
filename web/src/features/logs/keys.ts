import type { Key } from "@/lib/telemetry/filter";
import type { FacetKey } from "@/ui/facets";
import type { KeyOption } from "@/ui/filter-bar";

const facet = (source: Key["source"], key: string, label: string, open = false): FacetKey => ({ source, key, label, open });

/** What lines are chosen by. */
export const logFacets: FacetKey[] = [
  facet("field", "severity", "Severity", true),
  facet("field", "service", "Service", true),
  facet("resource", "host.name", "Host"),
  facet("resource", "k8s.pod.name", "Pod"),
  facet("resource", "k8s.namespace.name", "Namespace"),
  facet("resource", "k8s.cluster.name", "Cluster"),
  facet("resource", "service.version", "Version"),
  facet("field", "event", "Event"),
  facet("field", "scope", "Logger"),
  facet("attribute", "exception.type", "Exception"),
  facet("attribute", "log.file.path", "File"),
  facet("field", "environment", "Environment"),
];

const fields: KeyOption[] = [
  { source: "field", key: "service", label: "Service" },
  { source: "field", key: "severity", label: "Severity" },
  { source: "field", key: "severityNumber", label: "Severity number", number: true },
  { source: "field", key: "body", label: "Message" },
  { source: "field", key: "event", label: "Event" },
  { source: "field", key: "scope", label: "Logger" },
  { source: "field", key: "environment", label: "Environment" },
  { source: "field", key: "traceId", label: "Trace id" },
  { source: "field", key: "spanId", label: "Span id" },
];

/** What filters may be on: the fields of log records, then the attributes that there are. */
export function keyOptions(attributes: Key[]): KeyOption[] {
  return [...fields, ...attributes];
}
