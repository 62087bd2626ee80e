package receive_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"platform/internal/server/ingest"
	"platform/internal/server/ingest/block"
	"platform/internal/server/ingest/ingesttest"
)

var update = flag.Bool("update", false, "write golden files")

// TestEveryFieldReadsBack sends every field of every signal, by each protocol
// and encoding, and holds what the engine has against one text.
func TestEveryFieldReadsBack(t *testing.T) {
	traces, logs, metrics := ptraceotlp.NewExportRequestFromTraces(fullTraces()), plogotlp.NewExportRequestFromLogs(fullLogs()), pmetricotlp.NewExportRequestFromMetrics(fullMetrics())
	forms := map[string]func(t *testing.T, s *ingesttest.Server){
		"grpc": func(t *testing.T, s *ingesttest.Server) {
			conn := dial(t, s)
			if _, err := ptraceotlp.NewGRPCClient(conn).Export(withKey(t), traces); err != nil {
				t.Error(err)
			}
			if _, err := plogotlp.NewGRPCClient(conn).Export(withKey(t), logs); err != nil {
				t.Error(err)
			}
			if _, err := pmetricotlp.NewGRPCClient(conn).Export(withKey(t), metrics); err != nil {
				t.Error(err)
			}
		},
		"http protobuf gzip": func(t *testing.T, s *ingesttest.Server) {
			postAll(t, s, protobufType, "gzip", must(traces.MarshalProto()), must(logs.MarshalProto()), must(metrics.MarshalProto()))
		},
		"http protobuf zstd": func(t *testing.T, s *ingesttest.Server) {
			postAll(t, s, protobufType, "zstd", must(traces.MarshalProto()), must(logs.MarshalProto()), must(metrics.MarshalProto()))
		},
		"http json": func(t *testing.T, s *ingesttest.Server) {
			postAll(t, s, jsonType, "", must(traces.MarshalJSON()), must(logs.MarshalJSON()), must(metrics.MarshalJSON()))
		},
	}
	for name, send := range forms {
		t.Run(name, func(t *testing.T) {
			s := ingesttest.Start(t, func(o *ingesttest.Options) { o.Ingest.Limits.Age = 0 })
			send(t, s)
			var b strings.Builder
			for _, table := range block.Tables {
				time := "TimeUnix"
				if table == block.Traces || table == block.Logs {
					time = "Timestamp"
				}
				b.WriteString("### " + table + "\n" + s.Query(t, "SELECT * EXCEPT IngestId FROM "+table+" ORDER BY "+time+" FORMAT Vertical"))
			}
			golden(t, "fields.txt", b.String())
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update and look at the change):\n%s", name, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			return "got  " + g[i] + "\nwant " + strings.Join(w[min(i, len(w)):min(i+1, len(w))], "")
		}
	}
	return "got is shorter"
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func postAll(t *testing.T, s *ingesttest.Server, media, encoding string, traces, logs, metrics []byte) {
	t.Helper()
	for signal, body := range map[ingest.Signal][]byte{ingest.Traces: traces, ingest.Logs: logs, ingest.Metrics: metrics} {
		a := post(t, s, signal, media, encoding, compress(encoding, body))
		if a.status != 200 || media == protobufType && len(a.body) != 0 {
			t.Errorf("%s: %d %q", signal, a.status, a.body)
		}
	}
}
