package ingest

import (
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"platform/internal/server/fault"
	"platform/internal/server/ingest/block"
)

// fuzzDecode holds that any body is either refused as the sender's fault or
// laid out with as many rows as the report says.
func fuzzDecode(f *testing.F, signal Signal, proto, json []byte) {
	f.Add(proto, false)
	f.Add(json, true)
	f.Add([]byte{}, false)
	f.Add([]byte(`{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"01","startTimeUnixNano":"x"}]}]}]}`), true)
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	f.Fuzz(func(t *testing.T, body []byte, asJSON bool) {
		format := Protobuf
		if asJSON {
			format = JSON
		}
		blocks, report, err := signal.decode(format, body, &block.Options{Environment: "e", Now: now, Limits: block.DefaultLimits})
		if err != nil {
			if !fault.Is(err, fault.Invalid) && !fault.Is(err, fault.TooLarge) {
				t.Errorf("not the sender's fault: %v", err)
			}
			return
		}
		rows := 0
		for _, b := range blocks {
			rows += b.Rows
		}
		if rows != report.Accepted {
			t.Errorf("%d rows of %d accepted records", rows, report.Accepted)
		}
	})
}

func FuzzTraces(f *testing.F) {
	td := ptrace.NewTraces()
	s := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	s.SetTraceID([16]byte{1})
	s.SetSpanID([8]byte{1})
	s.SetStartTimestamp(1767323045000000000)
	s.Attributes().PutEmptySlice("l").AppendEmpty().SetEmptyMap().PutStr("k", "v")
	s.Events().AppendEmpty().SetName("e")
	s.Links().AppendEmpty().SetSpanID([8]byte{2})
	r := ptraceotlp.NewExportRequestFromTraces(td)
	proto, _ := r.MarshalProto()
	json, _ := r.MarshalJSON()
	fuzzDecode(f, Traces, proto, json)
}

func FuzzLogs(f *testing.F) {
	ld := plog.NewLogs()
	l := ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	l.Body().SetEmptyMap().PutDouble("d", 1.5)
	l.SetTimestamp(1767323045000000000)
	r := plogotlp.NewExportRequestFromLogs(ld)
	proto, _ := r.MarshalProto()
	json, _ := r.MarshalJSON()
	fuzzDecode(f, Logs, proto, json)
}

func FuzzMetrics(f *testing.F) {
	md := pmetric.NewMetrics()
	metrics := md.ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty().Metrics()
	g := metrics.AppendEmpty().SetEmptyGauge().DataPoints().AppendEmpty()
	g.SetTimestamp(1767323045000000000)
	g.SetIntValue(4)
	g.Exemplars().AppendEmpty().SetDoubleValue(1)
	h := metrics.AppendEmpty().SetEmptyHistogram().DataPoints().AppendEmpty()
	h.SetTimestamp(1767323045000000000)
	h.BucketCounts().FromRaw([]uint64{1, 2})
	h.ExplicitBounds().FromRaw([]float64{1})
	e := metrics.AppendEmpty().SetEmptyExponentialHistogram().DataPoints().AppendEmpty()
	e.SetTimestamp(1767323045000000000)
	e.Positive().BucketCounts().FromRaw([]uint64{1})
	q := metrics.AppendEmpty().SetEmptySummary().DataPoints().AppendEmpty()
	q.SetTimestamp(1767323045000000000)
	q.QuantileValues().AppendEmpty().SetQuantile(0.5)
	r := pmetricotlp.NewExportRequestFromMetrics(md)
	proto, _ := r.MarshalProto()
	json, _ := r.MarshalJSON()
	fuzzDecode(f, Metrics, proto, json)
}
