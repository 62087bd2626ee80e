package cuda

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"platform/internal/collector/metrics"
	"platform/internal/collector/metrics/metricstest"
	"platform/internal/collector/sample"
)

func TestALibraryLoadedLateIsCountedFromItsFirstCall(t *testing.T) {
	s, _ := traced(t, Options{})
	late := startApp(t)
	late.run("open "+filepath.Join(fakeDir(t), "libcudart.so.13"), "call 2 50 cudaLaunchKernel"+dim3Launch+"7")
	expect(t, "launches", value(take(t, s), metrics.KernelLaunches, pidIs(late.pid())), 100)
}

func TestAFileSeenThroughTwoOverlaysIsProbedOnce(t *testing.T) {
	lower := fakeDir(t)
	s := openSource(t, Options{})
	var apps []*app
	for range 2 {
		dir := newDir(t)
		for _, sub := range []string{"upper", "work", "merged"} {
			os.Mkdir(filepath.Join(dir, sub), 0o755)
		}
		merged := filepath.Join(dir, "merged")
		options := fmt.Sprintf("lowerdir=%s,upperdir=%s/upper,workdir=%s/work", lower, dir, dir)
		if err := unix.Mount("overlay", merged, "overlay", 0, options); err != nil {
			required(t, "overlay", "mount an overlay: "+err.Error())
		}
		t.Cleanup(func() { unix.Unmount(merged, unix.MNT_DETACH) })
		a := startApp(t)
		a.run("open " + filepath.Join(merged, "libcudart.so.13"))
		waitAttached(t, s, 1, 1)
		apps = append(apps, a)
	}
	for _, a := range apps {
		if err := s.tracer.scanProcess(a.pid()); err != nil {
			t.Fatal(err)
		}
	}
	waitAttached(t, s, 1, 1)
	apps[0].run("call 0 5051 cudaLaunchKernel" + dim3Launch + "7")
	apps[1].run("call 0 101 cudaLaunchKernel" + dim3Launch + "7")
	snap := take(t, s)
	expect(t, "launches through the first", value(snap, metrics.KernelLaunches, pidIs(apps[0].pid())), 5051)
	expect(t, "launches through the second", value(snap, metrics.KernelLaunches, pidIs(apps[1].pid())), 101)
	for _, a := range apps {
		a.end()
	}
}

func TestProbesThatTheDriverMakesNeedlessAreRemoved(t *testing.T) {
	s, a := traced(t, Options{})
	var running sync.WaitGroup
	running.Go(func() { a.run("call 4 50000 cudaLaunchKernel" + dim3Launch + "7") })
	runtime := func() *library {
		for _, l := range s.tracer.libraries {
			if l.kind == runtimeLibrary {
				return l
			}
		}
		return nil
	}
	eventually(t, func() error {
		take(t, s)
		s.tracer.mu.Lock()
		defer s.tracer.mu.Unlock()
		if runtime().links[launches] != nil {
			return fmt.Errorf("the runtime's launch probes are still there")
		}
		return nil
	})
	running.Wait()
	a.run("call 4 1000 cudaLaunchKernel" + dim3Launch + "7")
	expect(t, "launches before, while and after", value(take(t, s), metrics.KernelLaunches, pidIs(a.pid())), 204000)
	if links := runtime().links; links[copies] == nil || links[graphs] == nil || links[rest] == nil {
		t.Error("probes that nothing proved needless are gone")
	}

	// A driver that is not known to be reached brings the probes back.
	other := newDir(t)
	raw, err := os.ReadFile(filepath.Join(fakeDir(t), "libcuda.so.1"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "libcuda.so.1"), raw, 0o755); err != nil {
		t.Fatal(err)
	}
	b := startApp(t)
	b.run("open " + filepath.Join(other, "libcuda.so.1"))
	waitAttached(t, s, 1, 2)
	if runtime().links[launches] == nil {
		t.Error("the launch probes did not come back")
	}
	a.run("call 4 100 cudaLaunchKernel" + dim3Launch + "7")
	expect(t, "launches in the end", value(take(t, s), metrics.KernelLaunches, pidIs(a.pid())), 204400)
}

func TestAFunctionThatCannotBeProbedCostsOnlyItself(t *testing.T) {
	file := filepath.Join(newDir(t), "libcuda.so.1")
	if text, err := exec.Command("gcc", "-shared", "-Wl,-soname,libcuda.so.1", "-o", file, "testdata/fake/odd.s").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	s := openSource(t, Options{})
	a := startApp(t)
	a.run("open " + file)
	waitAttached(t, s, 0, 1)
	a.run("call 0 7 cuLaunchKernel"+flatLaunch+"7", "call 0 5 cuLaunchCooperativeKernel"+flatLaunch+"7", "call 0 1 cuLaunchKernel_ptsz"+flatLaunch+"7")
	eventually(t, func() error { // it is told after the others are in place
		if err := s.Sample(t.Context(), sample.NewBatch(time.Now(), nil)); err == nil || !strings.Contains(err.Error(), "probe the function at") {
			return fmt.Errorf("Sample() = %v", err)
		}
		return nil
	})
	expect(t, "launches", value(take(t, s), metrics.KernelLaunches, pidIs(a.pid())), 12)
}

func TestWithoutALibraryTheSourceSaysSo(t *testing.T) {
	s := openSource(t, Options{})
	if err := s.State(); err == nil || !strings.Contains(err.Error(), "no CUDA library") {
		t.Errorf("State() = %v", err)
	}
	if s.tracer.programs != nil {
		t.Error("the programs are loaded though there is nothing to probe")
	}
	snap := take(t, s)
	expect(t, "an idle device's activity", value(snap, metrics.EstimatedActive), 0)
	metricstest.Check(t, snap, metrics.CoreLimit, metrics.EstimatedActive)
}
