package otlp

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"platform/internal/collector/export/otlptest"
	"platform/internal/collector/export/queue"
)

func TestMain(m *testing.M) {
	if os.Getenv("OTLP_TEST_CHILD") != "" {
		if err := child(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// child is a collector in small: it sends the snapshots from OTLP_TEST_FROM to
// OTLP_TEST_TO, prints the number and time of each once it is in the queue,
// and flushes when its input ends.
func child() error {
	from, _ := strconv.Atoi(os.Getenv("OTLP_TEST_FROM"))
	to, _ := strconv.Atoi(os.Getenv("OTLP_TEST_TO"))
	s, err := NewSender(context.Background(), Options{
		Protocol: os.Getenv("OTLP_TEST_PROTOCOL"),
		Queue:    queue.Options{Dir: os.Getenv("OTLP_TEST_DIR")},
		delays:   delays{first: 5 * time.Millisecond, limit: 100 * time.Millisecond},
	}, &Stats{})
	if err != nil {
		return err
	}
	for i := from; i < to; i++ {
		now := time.Now()
		s.Send(numbered(int64(i), now))
		for {
			s.mu.Lock()
			taken, changed := s.taken, s.changed
			s.mu.Unlock()
			if taken == 0 {
				break
			}
			<-changed
		}
		fmt.Println(i, now.UnixNano())
	}
	io.Copy(io.Discard, os.Stdin)
	// With a directory, Flush gives up when an export fails: the endpoint has
	// come back only now, and gRPC may still be waiting to connect again.
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for ctx.Err() == nil {
		if err = s.Flush(ctx); err == nil {
			return s.Close(ctx)
		}
	}
	return err
}

// process is a running child.
type process struct {
	*exec.Cmd
	stdin  io.Closer
	out    *bufio.Scanner
	stderr bytes.Buffer
}

func startChild(t *testing.T, protocol, dir, addr string, from, to int) *process {
	t.Helper()
	p := &process{Cmd: exec.CommandContext(t.Context(), os.Args[0])}
	p.Env = append(os.Environ(), "OTLP_TEST_CHILD=1", "OTLP_TEST_PROTOCOL="+protocol, "OTLP_TEST_DIR="+dir,
		"OTEL_EXPORTER_OTLP_ENDPOINT=http://"+addr, fmt.Sprintf("OTLP_TEST_FROM=%d", from), fmt.Sprintf("OTLP_TEST_TO=%d", to))
	p.Stderr = &p.stderr
	stdin, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.stdin, p.out = stdin, bufio.NewScanner(stdout)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	return p
}

// queued returns the time of each of the n snapshots that the child queues.
func (p *process) queued(t *testing.T, n int) (times []int64) {
	t.Helper()
	for range n {
		var i, at int64
		if !p.out.Scan() {
			t.Fatalf("the child ended early: %s", &p.stderr)
		}
		if _, err := fmt.Sscan(p.out.Text(), &i, &at); err != nil {
			t.Fatal(err)
		}
		times = append(times, at)
	}
	return times
}

func TestAfterTwentyIntervalsWithoutEndpointAndASIGKILLInTheMiddleEverySnapshotArrivesOnceAndInOrder(t *testing.T) {
	for protocol, start := range map[string]func(testing.TB, ...otlptest.Option) *otlptest.Server{GRPC: otlptest.NewGRPC, HTTP: otlptest.NewHTTP} {
		t.Run(protocol, func(t *testing.T) {
			clearEnvironment(t)
			dir, addr := t.TempDir(), freeAddress(t)
			first := startChild(t, protocol, dir, addr, 0, 10)
			times := first.queued(t, 10)
			if err := first.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			first.Wait()

			second := startChild(t, protocol, dir, addr, 10, 20)
			times = append(times, second.queued(t, 10)...)
			srv := start(t, otlptest.At(addr))
			second.stdin.Close()
			if err := second.Wait(); err != nil {
				t.Fatalf("%v: %s", err, &second.stderr)
			}
			requests := srv.Requests()
			wantNumbers(t, requests, 20)
			for i, r := range requests {
				if at := metricsOf(r.Metrics)[0].Gauge().DataPoints().At(0).Timestamp(); int64(at) != times[i] {
					t.Errorf("snapshot %d has the time %d, want its own, %d", i, at, times[i])
				}
			}
			if left := queuedFiles(t, dir); left != 0 {
				t.Errorf("%d snapshots are still on disk", left)
			}
		})
	}
}

// freeAddress returns an address that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func queuedFiles(t *testing.T, dir string) int {
	t.Helper()
	stats := &queue.Stats{}
	q, err := queue.Open(queue.Options{Dir: dir}, stats)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	return int(stats.Length.Load())
}

func TestClockStepsNeitherReorderNorAgeWhatWaits(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver(otlptest.Answers(otlptest.Answer{Status: 503}))
		s, stats, _ := newSender(t, Options{Protocol: protocol})
		base := time.Now()
		steps := []time.Duration{0, time.Minute, -time.Hour, -time.Hour + time.Minute, time.Hour}
		for i, step := range steps {
			s.Send(numbered(int64(i), base.Add(step)))
		}
		waitFailures(t, stats, 1)
		srv.Answer(otlptest.Answer{})
		requests := srv.Wait(t, len(steps))
		wantNumbers(t, requests, len(steps))
		for i, r := range requests {
			if at := metricsOf(r.Metrics)[0].Gauge().DataPoints().At(0).Timestamp().AsTime(); !at.Equal(base.Add(steps[i])) {
				t.Errorf("snapshot %d has the time %v", i, at)
			}
		}
		if n := stats.Queue.Expired.Load(); n != 0 {
			t.Errorf("%d expired", n)
		}
	})
}
