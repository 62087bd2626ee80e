package nvidia

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"platform/internal/collector/dynlib/dynlibtest"
	"platform/internal/collector/gpu"
	"platform/internal/collector/metrics"
	"platform/internal/collector/metrics/metricstest"
	"platform/internal/collector/proc"
	"platform/internal/collector/sample"
	"platform/internal/collector/source"
	"platform/internal/collector/source/nvidia/nvmltest"
)

var update = flag.Bool("update", false, "rewrite golden files")

// oneProcess knows every process.
type oneProcess struct{ known map[int]*proc.Process }

func (o oneProcess) Of(pid int) (*proc.Process, proc.Status, error) {
	if o.known[pid] == nil {
		o.known[pid] = &proc.Process{PID: pid, Executable: "python3", Owner: "ann", OwnerID: "1000", Kind: "llm_training", Framework: "pytorch"}
	}
	return o.known[pid], proc.Status{State: proc.Running, Uptime: time.Hour}, nil
}

// open opens a source on a fake library; options may be changed first.
func open(t *testing.T, lib *dynlibtest.Library, change ...func(*Options)) *Source {
	t.Helper()
	opt := Options{LibPath: lib.Path, Interval: time.Minute, Interconnect: true,
		GPU: gpu.Options{Threshold: 0.05, Processes: oneProcess{map[int]*proc.Process{}}}}
	for _, f := range change {
		f(&opt)
	}
	s, err := Open(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// tick samples s once; within bounds how long it may take, 0 does not.
func tick(t *testing.T, s *Source, within time.Duration) (*sample.Snapshot, error) {
	t.Helper()
	ctx := t.Context()
	if within > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, within)
		defer cancel()
	}
	now := time.Now()
	b := sample.NewBatch(now, nil)
	err := s.Sample(ctx, b)
	if e := b.Err(); e != nil {
		t.Error(e)
	}
	snap := sample.Merge(now, []*sample.Batch{b}, nil)
	metricstest.Check(t, snap)
	return snap, err
}

func text(snap *sample.Snapshot) string {
	var b bytes.Buffer
	sample.WriteText(&b, snap)
	return b.String()
}

// lines returns the lines of snap that contain all of parts.
func lines(snap *sample.Snapshot, parts ...string) (found []string) {
	for line := range strings.Lines(text(snap)) {
		all := true
		for _, p := range parts {
			all = all && strings.Contains(line, p)
		}
		if all {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

// value returns the value at the end of the only line that contains all parts,
// "" when there is none.
func value(t *testing.T, snap *sample.Snapshot, parts ...string) string {
	t.Helper()
	found := lines(snap, parts...)
	if len(found) > 1 {
		t.Errorf("%q: %d lines\n%s", parts, len(found), strings.Join(found, "\n"))
	}
	if len(found) != 1 {
		return ""
	}
	return found[0][strings.LastIndexByte(found[0], ' ')+1:]
}

// eventually calls done until it is true, and fails after some seconds.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within ten seconds", what)
		}
	}
}

// nvidiaMetrics are the rows that the specification marks for nvidia.
func nvidiaMetrics() (all []*metrics.Def) {
	for _, m := range metrics.All() {
		if m.Support[0] == "Y" && (m.Group == "GPU device" || m.Group == "GPU process") {
			all = append(all, m)
		}
	}
	return all
}

func TestEightGPUs(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(5, "fans", 2)
	s := open(t, lib)
	eventually(t, "registered for events", func() bool { return lib.Get(7, "registered") != 0 })
	eventually(t, "watched", func() bool { return s.xids.of("GPU-00000007") != nil })
	snap, err := tick(t, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	metricstest.Check(t, snap, nvidiaMetrics()...)
	golden(t, "testdata/eight.txt", text(snap))
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Errorf("%v\ngot:\n%s\nwant:\n%s", err, got, want)
	}
}

func TestWithoutALibraryTheSourceIsUnavailable(t *testing.T) {
	_, err := Open(t.Context(), Options{LibPath: "/nowhere/libnvidia-ml.so.1"})
	if !errors.Is(err, source.ErrUnavailable) || !strings.Contains(err.Error(), "/nowhere/libnvidia-ml.so.1") {
		t.Error(err)
	}
}

func TestWithoutADriverTheSourceIsUnavailable(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(nvmltest.All, "ret:nvmlInit_v2", 9)
	_, err := Open(t.Context(), Options{LibPath: lib.Path})
	if !errors.Is(err, source.ErrUnavailable) || !strings.Contains(err.Error(), "driver not loaded") {
		t.Error(err)
	}
}

func TestAnOldLibraryLacksSymbolsAndGivesWhatItHas(t *testing.T) {
	lib := nvmltest.Build(t, "OLD")
	snap, err := tick(t, open(t, lib), 0)
	if err != nil {
		t.Fatal(err)
	}
	const id = "hw.id=GPU-00000002"
	f := func(want string, parts ...string) {
		t.Helper()
		if got := value(t, snap, append(parts, id)...); got != want {
			t.Errorf("%q = %q, want %q", parts, got, want)
		}
	}
	f("3758096384", "hw.gpu.memory.usage{") // reserved memory counts as used
	f("102", "hw.power{")                   // averaged
	f("", "hw.temperature{", "memory")
	f("0.2", "hw.gpu.utilization{", "general")
	f("1", "hw.status{", "state=up")
	f("", "error.type=xid")
	f("", "process.gpu.utilization{")
	f("16777216", "process.gpu.memory.usage{", "process.pid=3000")
}
