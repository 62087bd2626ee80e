package cuda

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/host"
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// fakes builds the CUDA libraries of testdata/fake below dir.
func fakes(t testing.TB, dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		required(t, "root", "probes need root")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		required(t, "gcc", "gcc builds the libraries to probe")
	}
	src := func(names ...string) (paths []string) {
		for _, name := range names {
			paths = append(paths, filepath.Join("testdata/fake", name))
		}
		return paths
	}
	build := func(out string, args ...string) {
		t.Helper()
		all := append([]string{"-O0", "-fno-omit-frame-pointer", "-fcf-protection=none", "-o", filepath.Join(dir, out)}, args...)
		if text, err := exec.Command("gcc", all...).CombinedOutput(); err != nil {
			t.Fatalf("build %s: %v\n%s", out, err, text)
		}
	}
	shared := func(out, soname string, args ...string) {
		t.Helper()
		build(out, append([]string{"-shared", "-fPIC", "-Wl,--build-id", "-Wl,-rpath,$ORIGIN", "-Wl,-soname," + soname}, args...)...)
	}
	shared("libcuda.so.1", "libcuda.so.1", src("driver.c", "driver_launch.s")...)
	driver := filepath.Join(dir, "libcuda.so.1")
	shared("libcudart.so.13", "libcudart.so.13", append(src("runtime.c", "runtime_launch.s"), driver)...)
	shared("libcudart.so.12", "libcudart.so.12", append(src("runtime.c", "runtime_launch.s"), "-DALONE", "-Wa,--defsym,ALONE=1")...)
	shared("libengine.so", "libengine.so", append(src("runtime.c", "runtime_launch.s"), driver)...) // a runtime linked statically
	build("app", append(src("app.c"), "-rdynamic", "-ldl", "-lpthread")...)
}

var built struct {
	once sync.Once
	dir  string
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// fakeDir returns a directory with the fake libraries, built once.
func fakeDir(t testing.TB) string {
	t.Helper()
	built.once.Do(func() {
		built.dir, _ = os.MkdirTemp("", "cuda")
		fakes(t, built.dir)
	})
	if _, err := os.Stat(filepath.Join(built.dir, "app")); err != nil {
		required(t, "root", "the fake libraries were not built")
	}
	return built.dir
}

// app is a running program that calls what it is told to.
type app struct {
	t   testing.TB
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func startApp(t testing.TB, env ...string) *app {
	t.Helper()
	cmd := exec.Command(filepath.Join(fakeDir(t), "app"))
	cmd.Env = append(os.Environ(), env...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	a := &app{t, cmd, in, bufio.NewScanner(out)}
	t.Cleanup(a.end)
	return a
}

// do gives a command and returns the answer.
func (a *app) do(format string, args ...any) string {
	a.t.Helper()
	fmt.Fprintf(a.in, format+"\n", args...)
	if !a.out.Scan() {
		a.t.Fatalf("%s: the program ended", fmt.Sprintf(format, args...))
	}
	return a.out.Text()
}

// run gives commands that are answered by ok.
func (a *app) run(commands ...string) {
	a.t.Helper()
	for _, c := range commands {
		if answer := a.do("%s", c); answer != "ok" {
			a.t.Fatalf("%s: %s", c, answer)
		}
	}
}

func (a *app) number(format string, args ...any) int {
	a.t.Helper()
	n, err := strconv.Atoi(a.do(format, args...))
	if err != nil {
		a.t.Fatal(err)
	}
	return n
}

func (a *app) pid() int { return a.cmd.Process.Pid }

func (a *app) end() {
	a.in.Close()
	a.cmd.Wait()
}

// oneDevice is a host with one GPU of 1000 cores.
type oneDevice struct{}

func (oneDevice) CUDADevices() []Device {
	return []Device{{Device: gpu.Device{ID: "GPU-a", Name: "Fake", Vendor: "nvidia", Index: 0}, Cores: 1000}}
}

// openSource opens a source that finds libraries in processes only.
func openSource(t testing.TB, o Options) *Source {
	t.Helper()
	fakeDir(t)
	o.Root = host.System("")
	o.Root.FS = t.TempDir()
	if o.Devices == nil {
		o.Devices = oneDevice{}
	}
	s, err := Open(t.Context(), o)
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

// wait waits until libraries are attached: so many runtimes and drivers.
func waitAttached(t testing.TB, s *Source, runtimes, drivers int) {
	t.Helper()
	eventually(t, func() error {
		if n := s.tracer.attached(); n != [2]int{runtimes, drivers} {
			return fmt.Errorf("attached to %d runtimes and %d drivers, want %d and %d", n[0], n[1], runtimes, drivers)
		}
		return nil
	})
}

// eventually waits until check returns nil.
func eventually(t testing.TB, check func() error) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		err := check()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
}

// take samples s once.
func take(t testing.TB, s *Source) *sample.Snapshot {
	t.Helper()
	now := time.Now()
	b := sample.NewBatch(now, nil)
	if err := errors.Join(s.Sample(t.Context(), b), b.Err()); err != nil {
		t.Fatal(err)
	}
	return sample.Merge(now, []*sample.Batch{b}, nil)
}

// value adds up the points of a metric that have all the given attributes: the
// value of a counter or gauge, the count of a histogram.
func value(snap *sample.Snapshot, m *metrics.Def, attrs ...string) float64 {
	total := 0.0
	each(snap, m, attrs, func(p sample.Point) {
		if p.Hist != nil {
			total += float64(p.Hist.Count)
		} else {
			total += p.Float()
		}
	})
	return total
}

// sum adds up the sums of a histogram's points.
func sum(snap *sample.Snapshot, m *metrics.Def, attrs ...string) float64 {
	total := 0.0
	each(snap, m, attrs, func(p sample.Point) { total += p.Hist.Sum })
	return total
}

func each(snap *sample.Snapshot, m *metrics.Def, attrs []string, visit func(sample.Point)) {
	for _, f := range snap.Families {
		if f.Metric != m {
			continue
		}
		for _, p := range f.Points {
			have := map[string]string{}
			for it := p.Series.Attrs.Iter(); it.Next(); {
				kv := it.Attribute()
				have[string(kv.Key)] = kv.Value.String()
			}
			if !slices.ContainsFunc(attrs, func(want string) bool {
				key, v, _ := strings.Cut(want, "=")
				return have[key] != v
			}) {
				visit(p)
			}
		}
	}
}

func pidIs(pid int) string { return fmt.Sprintf("process.pid=%d", pid) }

func itoa(n int) string { return strconv.Itoa(n) }
