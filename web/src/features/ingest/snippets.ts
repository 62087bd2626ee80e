/** What a sender has to know. */
export interface Destination {
  grpc: string; // URL of OTLP over gRPC
  http: string; // URL of OTLP over HTTP
  key: string;
  environment: string;
}

/** A way to send, with the text to take over. */
export interface Way {
  id: string;
  name: string;
  about: string;
  text: (to: Destination) => string;
}

export const placeholder = "YOUR_API_KEY";

// Header values are percent-encoded in this variable.
const headers = (key: string): string => `export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20${key}"`;
const attributes = (environment: string): string => `export OTEL_RESOURCE_ATTRIBUTES="deployment.environment=${environment}"`;

const record = {
  resource: { attributes: [{ key: "service.name", value: { stringValue: "curl" } }] },
  scopeLogs: [{ logRecords: [{ timeUnixNano: "NOW", severityNumber: 9, severityText: "INFO", body: { stringValue: "hello" } }] }],
};

export const ways: Way[] = [
  {
    id: "collector",
    name: "Collector",
    about: "Metrics of the host and its GPUs, from the collector of this project.",
    text: (to) => [`export OTEL_EXPORTER_OTLP_ENDPOINT=${to.grpc}`, headers(to.key), attributes(to.environment), "collector"].join("\n"),
  },
  {
    id: "sdk",
    name: "OpenTelemetry SDK",
    about: "Traces, logs and metrics of a program. Every OpenTelemetry SDK reads these variables.",
    text: (to) =>
      [`export OTEL_EXPORTER_OTLP_ENDPOINT=${to.http}`, "export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf", headers(to.key), "export OTEL_SERVICE_NAME=my-service", attributes(to.environment)].join("\n"),
  },
  {
    id: "otelcol",
    name: "OpenTelemetry Collector",
    about: "An exporter for the configuration of an OpenTelemetry Collector that you have.",
    text: (to) => `exporters:
  otlp/platform:
    endpoint: ${to.grpc.replace(/^https?:\/\//, "")}
    tls:
      insecure: ${to.grpc.startsWith("http://")}
    headers:
      authorization: Bearer ${to.key}`,
  },
  {
    id: "curl",
    name: "curl",
    about: "One log record, to see that it works.",
    text: (to) => `curl -sS ${to.http}/v1/logs \\
  -H "Authorization: Bearer ${to.key}" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify({ resourceLogs: [record] }).replace("NOW", "'$(date +%s)'000000000")}'`,
  },
];
