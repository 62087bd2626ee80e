//go:build linux

package bench

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

const (
	sdkSpans       = 512  // what SDKs send at most by default
	collectorSpans = 8192 // what a Collector's batches hold by default
	ingestWindow   = 5 * time.Second
	rawRows        = 40 * sdkSpans // in one large raw insert
	rawWriters     = 2
)

// ingestLoads are senders that each wait for an answer before they send again.
var ingestLoads = []struct{ senders, spans int }{{1, sdkSpans}, {10, sdkSpans}, {100, sdkSpans}, {1, collectorSpans}, {10, collectorSpans}}

// BenchmarkIngest compares spans acknowledged over gRPC by the built server
// with raw inserts into the same engine and tables, in turns: of-raw is of
// large inserts by two writers, of-raw-same-blocks is of inserts of the blocks as
// they were sent, by as many writers as there are senders. Senders, server and engine share this machine;
// of-raw-cpu is of-raw by processor time, which other programs on it disturb less.
func BenchmarkIngest(b *testing.B) {
	for _, fsync := range []bool{false, true} {
		b.Run(fmt.Sprintf("fsync=%v", fsync), func(b *testing.B) {
			s := startIngest(b, fsync)
			s.raw(b, rawWriters, rawRows, ingestWindow/2) // warm up
			s.acknowledged(b, 10, llmSpansRequest(b, sdkSpans), ingestWindow/2)
			s.empty(b)
			loads := ingestLoads
			if fsync {
				loads = loads[1:2]
			}
			for _, l := range loads {
				b.Run(fmt.Sprintf("senders=%d/spans=%d", l.senders, l.spans), func(b *testing.B) {
					for b.Loop() {
						s.compare(b, l.senders, l.spans)
					}
				})
			}
		})
	}
}

// BenchmarkIngestSignals is what log records and data points cost that ten
// senders send in requests of 512, next to spans.
func BenchmarkIngestSignals(b *testing.B) {
	s := startIngest(b, false)
	s.acknowledged(b, 10, llmSpansRequest(b, sdkSpans), ingestWindow/2) // warm up
	s.empty(b)
	for _, signal := range []struct {
		name    string
		request *template
	}{
		{"spans", llmSpansRequest(b, sdkSpans)}, {"logs", logRecordsRequest(b, sdkSpans)}, {"points", pointsRequest(b, sdkSpans)},
	} {
		b.Run(signal.name, func(b *testing.B) {
			for b.Loop() {
				got := s.measure(b, 10, signal.request)
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(got.perSecond(), "records/s")
				b.ReportMetric(got.latency.Seconds()*1000, "ms/request")
			}
		})
	}
}

func (s *ingestServer) compare(b *testing.B, senders, spans int) {
	b.Helper()
	before := s.raw(b, rawWriters, rawRows, ingestWindow)
	s.empty(b)
	same := s.raw(b, senders, spans, ingestWindow)
	s.empty(b)
	got := s.measure(b, senders, llmSpansRequest(b, spans))
	engine := s.child(b)
	engineCPU := cpuOf(b, engine)
	after := s.raw(b, rawWriters, rawRows, ingestWindow)
	after.cpu = (cpuOf(b, engine) - engineCPU) / after.rows
	b.ReportMetric(after.cpu*1e6, "raw-us/row")
	s.empty(b)
	raw := (before.perSecond() + after.perSecond()) / 2
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(got.perSecond(), "spans/s")
	b.ReportMetric(got.latency.Seconds()*1000, "ms/request")
	b.ReportMetric(raw, "raw-rows/s")
	b.ReportMetric(same.perSecond(), "raw-same-rows/s")
	b.ReportMetric(got.perSecond()/raw, "of-raw")
	b.ReportMetric(after.cpu/got.cpu, "of-raw-cpu")
	b.ReportMetric(got.perSecond()/same.perSecond(), "of-raw-same-blocks")
}

// measure lets senders repeat a request, reports what that cost, and removes what was written.
func (s *ingestServer) measure(b *testing.B, senders int, request *template) outcome {
	b.Helper()
	engine := s.child(b)
	forgetPeak(b, s.server)
	forgetPeak(b, engine)
	serverCPU, engineCPU, inserts := cpuOf(b, s.server), cpuOf(b, engine), s.inserts(b)
	got := s.acknowledged(b, senders, request, ingestWindow)
	serverCPU, engineCPU = cpuOf(b, s.server)-serverCPU, cpuOf(b, engine)-engineCPU
	got.cpu = (serverCPU + engineCPU) / got.rows
	b.ReportMetric(got.rows/(s.inserts(b)-inserts), "rows/insert")
	b.ReportMetric(serverCPU/got.rows*1e6, "server-us/row")
	b.ReportMetric(engineCPU/got.rows*1e6, "engine-us/row")
	b.ReportMetric(float64(peak(b, s.server))/1e6, "server-MB")
	b.ReportMetric(float64(peak(b, engine))/1e6, "engine-MB")
	s.empty(b)
	return got
}

// outcome is what was written in some time.
type outcome struct {
	rows    float64
	took    time.Duration
	latency time.Duration // median of a request
	cpu     float64       // processor time for a row, in seconds
}

func (o outcome) perSecond() float64 { return o.rows / o.took.Seconds() }

// repeat lets so many workers repeat what writes rows until the window is over.
func repeat(b *testing.B, workers, rows int, window time.Duration, write func(worker int) error) outcome {
	b.Helper()
	var mu sync.Mutex
	var latencies []time.Duration
	var wg sync.WaitGroup
	begun := time.Now()
	for worker := range workers {
		wg.Go(func() {
			for time.Since(begun) < window {
				sent := time.Now()
				if err := write(worker); err != nil {
					b.Error(err)
					return
				}
				mu.Lock()
				latencies = append(latencies, time.Since(sent))
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	took := time.Since(begun)
	if len(latencies) == 0 {
		b.Fatal("nothing was written")
	}
	slices.Sort(latencies)
	return outcome{rows: float64(rows * len(latencies)), took: took, latency: latencies[len(latencies)/2]}
}
