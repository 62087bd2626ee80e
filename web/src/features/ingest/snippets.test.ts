import { expect, test } from "vitest";
import { ways } from "./snippets";

const to = { grpc: "http://host:4317", http: "http://host:4318", key: "plt_x", environment: "staging" };
const text = (id: string): string => ways.find((w) => w.id === id)?.text(to) ?? "";

test("every way names the key and where to send", () => {
  for (const way of ways) {
    expect(way.text(to)).toContain("plt_x");
    expect(way.text(to)).toMatch(/host:431[78]/);
  }
});

test("the collector is started with the environment it belongs to", () => {
  expect(text("collector")).toBe(`export OTEL_EXPORTER_OTLP_ENDPOINT=http://host:4317
export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20plt_x"
export OTEL_RESOURCE_ATTRIBUTES="deployment.environment=staging"
collector`);
});

test("the body of the curl example is JSON once the shell has put in the time", () => {
  const body = /-d '(.*)'$/s.exec(text("curl"))?.[1]?.replace("'$(date +%s)'", "1700000000") ?? "";
  expect(JSON.parse(body)).toMatchObject({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ timeUnixNano: "1700000000000000000" }] }] }] });
});
