// Package oteljs sends with the OpenTelemetry JavaScript SDK and reads back
// from the engine what it sent.
package oteljs

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"platform/internal/server/ingest/ingesttest"
)

// modules are installed by npm ci; without them the test is skipped, unless
// PLATFORM_TEST_REQUIRE names "npm".
func modules(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("node_modules"); err == nil {
		return
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("npm is not installed")
	}
	if out, err := exec.CommandContext(t.Context(), "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error").CombinedOutput(); err != nil {
		t.Skipf("npm ci: %v\n%s", err, out)
	}
}

func TestTheJavaScriptSDKWritesAndItsTelemetryReadsBack(t *testing.T) {
	modules(t)
	for _, protocol := range []string{"grpc", "http/protobuf", "http/json"} {
		t.Run(protocol, func(t *testing.T) {
			s := ingesttest.Start(t, nil)
			endpoint := s.HTTP
			if protocol == "grpc" {
				endpoint = "http://" + s.GRPC
			}
			cmd := exec.CommandContext(t.Context(), "node", "send.mjs", protocol)
			cmd.Env = append(os.Environ(), "OTLP_ENDPOINT="+endpoint, "OTLP_KEY="+ingesttest.Key)
			var problems strings.Builder
			cmd.Stderr = &problems
			out, err := cmd.Output()
			var sent struct {
				TraceID string
				SpanID  string
				Start   int64
			}
			if err != nil || json.Unmarshal(out, &sent) != nil || problems.Len() > 0 {
				t.Fatalf("send: %v\n%s%s", err, out, problems.String())
			}
			check := func(table string, conditions ...string) {
				t.Helper()
				for _, c := range conditions {
					if got := strings.TrimSpace(s.Query(t, "SELECT count() FROM "+table+" WHERE "+c+" FORMAT TSV")); got != "1" {
						t.Errorf("%s: %s rows where %s", table, got, c)
					}
				}
			}
			id := fmt.Sprintf("TraceId = '%s' AND SpanId = '%s' AND ", sent.TraceID, sent.SpanID)
			nanos := fmt.Sprintf("toUnixTimestamp64Nano(Timestamp) = %d123456789", sent.Start)
			check("otel_traces",
				id+nanos+" AND Duration = 200000000",
				id+"SpanName = 'chat' AND SpanKind = 'Client' AND StatusCode = 'Error' AND StatusMessage = 'limit'",
				id+"ServiceName = 'js' AND ResourceAttributes['process.pid'] = '42' AND ResourceAttributes['deployment.environment'] = 'staging' AND ScopeName = 'scope' AND ScopeVersion = '1.0'",
				id+`SpanAttributes = map('s', 'text', 'i', '-5', 'f', '2.5', 'b', 'true', 'list', '["x","y"]')`,
				id+fmt.Sprintf("Events.Name = ['token'] AND Events.Attributes[1] = map('n', '1') AND toUnixTimestamp64Nano(Events.Timestamp[1]) = %d223456789", sent.Start),
				id+"Links.TraceId = ['0af7651916cd43dd8448eb211c80319c'] AND Links.SpanId = ['b7ad6b7169203331'] AND Links.Attributes[1] = map('link', 'yes')",
				"ParentSpanId = '"+sent.SpanID+"' AND SpanName = 'child' AND SpanKind = 'Server' AND StatusCode = 'Unset'",
			)
			check("otel_logs",
				id+nanos+" AND SeverityNumber = 13 AND SeverityText = 'WARN' AND EventName = 'ev' AND LogAttributes = map('k', 'v')",
				id+`Body = '{"a":1,"b":["c"]}' AND ServiceName = 'js' AND ScopeName = 'scope' AND TraceFlags = 1`,
			)
			check("otel_metrics_sum",
				"MetricName = 'counter' AND Value = 7 AND IsMonotonic AND AggregationTemporality = 2 AND MetricUnit = '{call}' AND MetricDescription = 'calls' AND Attributes = map('m', 'x')",
				"MetricName = 'updown' AND Value = -2.5 AND NOT IsMonotonic")
			check("otel_metrics_gauge", "MetricName = 'gauge' AND Value = 3.25")
			check("otel_metrics_histogram", "MetricName = 'histogram' AND Count = 3 AND Sum = 111 AND Min = 1 AND Max = 100 AND ExplicitBounds = [5, 50] AND BucketCounts = [1, 1, 1]")
			check("otel_metrics_exponential_histogram", "MetricName = 'exponential' AND Count = 4 AND Sum = 12 AND ZeroCount = 1 AND arraySum(PositiveBucketCounts) = 3")
		})
	}
}
