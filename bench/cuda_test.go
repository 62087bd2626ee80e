//go:build linux && amd64

package bench

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"platform/internal/collector/host"
	"platform/internal/collector/sample"
	"platform/internal/collector/source/cuda"
)

// fakeCUDA builds the CUDA libraries and the program that the probes are tested
// with: their functions return at once, so what is measured is the probes.
func fakeCUDA(b *testing.B) string {
	b.Helper()
	if os.Geteuid() != 0 {
		b.Skip("probes need root")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		b.Skip("gcc builds the libraries to probe")
	}
	dir := b.TempDir()
	at := func(name string) string {
		return filepath.Join("../internal/collector/source/cuda/testdata/fake", name)
	}
	build := func(args ...string) {
		args = append([]string{"-O0", "-fno-omit-frame-pointer", "-fcf-protection=none"}, args...)
		if text, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
			b.Fatalf("gcc: %v\n%s", err, text)
		}
	}
	driver, runtime := filepath.Join(dir, "libcuda.so.1"), filepath.Join(dir, "libcudart.so.13")
	build("-shared", "-fPIC", "-Wl,--build-id", "-Wl,-soname,libcuda.so.1", "-o", driver, at("driver.c"), at("driver_launch.s"))
	build("-shared", "-fPIC", "-Wl,--build-id", "-Wl,-rpath,$ORIGIN", "-Wl,-soname,libcudart.so.13", "-o", runtime,
		at("runtime.c"), at("runtime_launch.s"), driver)
	build("-o", filepath.Join(dir, "app"), at("app.c"), "-ldl", "-lpthread")
	return dir
}

type cudaApp struct {
	b   *testing.B
	in  io.Writer
	out *bufio.Scanner
	end func()
}

func startCUDA(b *testing.B, dir string) *cudaApp {
	b.Helper()
	cmd := exec.Command(filepath.Join(dir, "app"))
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	end := sync.OnceFunc(func() {
		in.Close()
		cmd.Wait()
	})
	b.Cleanup(end)
	a := &cudaApp{b, in, bufio.NewScanner(out), end}
	a.do("open " + filepath.Join(dir, "libcudart.so.13"))
	return a
}

func (a *cudaApp) do(command string) string {
	a.b.Helper()
	fmt.Fprintln(a.in, command)
	if !a.out.Scan() {
		a.b.Fatalf("%s: the program ended", command)
	}
	return a.out.Text()
}

// launch makes n launches and returns the ns of each.
func (a *cudaApp) launch(n int) float64 {
	a.b.Helper()
	ns, err := strconv.ParseFloat(a.do(fmt.Sprintf("time %d cudaLaunchKernel 0x1000 0x100000002 1 0x100000020 1 0 128 7", n)), 64)
	if err != nil {
		a.b.Fatal(err)
	}
	return ns / float64(n)
}

// openCUDA opens a source that looks only at the libraries below dir.
func openCUDA(b *testing.B, dir string) *cuda.Source {
	b.Helper()
	root := host.System("")
	root.FS = b.TempDir()
	s, err := cuda.Open(b.Context(), cuda.Options{Root: root, Below: dir})
	if err != nil {
		b.Fatal(err)
	}
	if err := s.State(); err != nil {
		b.Fatal(err)
	}
	return s
}

func sampleCUDA(b *testing.B, s *cuda.Source) {
	b.Helper()
	if err := s.Sample(b.Context(), sample.NewBatch(time.Now(), nil)); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkCUDALaunch times a launch through a runtime and a driver library that
// do nothing: without probes; with probes in both; and with those of the runtime
// removed, as they are after the first tick.
func BenchmarkCUDALaunch(b *testing.B) {
	const n = 100_000
	dir := fakeCUDA(b)
	a := startCUDA(b, dir)
	var bare, both, driver []float64
	round := func() {
		bare = append(bare, a.launch(n))
		s := openCUDA(b, dir)
		both = append(both, a.launch(n))
		sampleCUDA(b, s)
		driver = append(driver, a.launch(n))
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		for range 7 {
			round()
		}
	}
	report := func(ns []float64, name string) {
		slices.Sort(ns)
		b.ReportMetric(ns[0], name+"-min-ns/launch")
		b.ReportMetric(ns[len(ns)/2], name+"-ns/launch")
	}
	// CPU time of the calling thread; the smallest is the one least disturbed.
	report(bare, "bare")
	report(both, "both")
	report(driver, "steady")
	b.ReportMetric((driver[0]-bare[0])*50_000/1e7, "%thread-at-50k/s")
}

// BenchmarkCUDAAttach times loading and verifying the programs, putting probes
// into both libraries, putting them into a third that a program loads, removing
// all, and the whole of opening and closing that these are parts of. After that
// the kernel frees what it had for the probes, which nothing waits for.
func BenchmarkCUDAAttach(b *testing.B) {
	dir := fakeCUDA(b)
	startCUDA(b, dir)
	raw, err := os.ReadFile(filepath.Join(dir, "libcudart.so.13"))
	if err != nil {
		b.Fatal(err)
	}
	took := map[string][]time.Duration{}
	note := func(name string, d time.Duration) { took[name] = append(took[name], d) }
	for b.Loop() {
		start := time.Now()
		s := openCUDA(b, dir)
		note("open", time.Since(start))
		note("load", s.Times().Load)
		note("attach", s.Times().Attach)

		late := startCUDA(b, dir)
		more, err := os.MkdirTemp(dir, "more")
		if err != nil {
			b.Fatal(err)
		}
		another := filepath.Join(more, "libcudart.so.12")
		if err := os.WriteFile(another, raw, 0o755); err != nil {
			b.Fatal(err)
		}
		start = time.Now()
		late.do("open " + another)
		for len(s.Libraries()) < 3 {
			time.Sleep(100 * time.Microsecond)
		}
		note("follow", time.Since(start))

		start = time.Now()
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		note("close", time.Since(start))
		note("detach", s.Times().Detach)
		for s.Times().Release == 0 {
			time.Sleep(time.Millisecond)
		}
		note("release", s.Times().Release)
		late.end()
	}
	for name, all := range took {
		slices.Sort(all)
		b.ReportMetric(all[len(all)/2].Seconds()*1e3, name+"-ms")
		b.ReportMetric(all[0].Seconds()*1e3, name+"-min-ms")
	}
}

// BenchmarkCUDACollector takes the CPU time that the collector itself spends for
// 200,000 launches, which it reads in one tick.
func BenchmarkCUDACollector(b *testing.B) {
	dir := fakeCUDA(b)
	a := startCUDA(b, dir)
	s := openCUDA(b, dir)
	defer s.Close()
	a.launch(1000)
	sampleCUDA(b, s)
	var spent time.Duration
	for b.Loop() {
		before := collectorCPU()
		a.launch(200_000)
		sampleCUDA(b, s)
		spent += collectorCPU() - before
	}
	b.ReportMetric(float64(spent.Microseconds())/float64(b.N)/1e4, "%core-at-200k/s")
}

func collectorCPU() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
