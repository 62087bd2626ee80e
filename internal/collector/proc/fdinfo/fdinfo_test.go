package fdinfo

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
	"unicode/utf8"

	"platform/internal/collector/host"
	"platform/internal/collector/host/hosttest"
)

func holders(t *testing.T, s *Scanner) []Holder {
	t.Helper()
	s.at = time.Time{} // as if the last scan were old
	got, err := s.Holders(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestHoldersAreFoundWithTheirEnginesAndMemory(t *testing.T) {
	got := holders(t, New(hosttest.Load(t, "testdata/mixed.txtar")))
	if len(got) != 3 || got[0].PID != 100 || got[1].PID != 200 || got[2].PID != 300 {
		t.Fatalf("holders: %+v", got)
	}
	rocm, i915, xe := got[0], got[1].Clients, got[2].Clients
	if !rocm.KFD || len(rocm.Clients) != 1 || len(i915) != 1 || len(xe) != 1 {
		t.Fatalf("holders: %+v", got)
	}
	f := func(c Client, driver, pci string, vram uint64) {
		t.Helper()
		if n, ok := c.VRAM(); c.Driver != driver || c.PCI != pci || n != vram || !ok {
			t.Errorf("client: %+v with %d bytes", c, n)
		}
	}
	f(rocm.Clients[0], "amdgpu", "0000:c1:00.0", 20447232<<10)
	f(i915[0], "i915", "0000:03:00.0", 1000<<20)
	f(xe[0], "xe", "0000:4d:00.0", 512<<20)

	e := func(c Client, i int, want Engine) {
		t.Helper()
		if c.Engines[i] != want {
			t.Errorf("engine: %+v, want %+v", c.Engines[i], want)
		}
	}
	e(rocm.Clients[0], 1, Engine{Name: "enc", Busy: 250 * time.Millisecond, Capacity: 1})
	e(i915[0], 0, Engine{Name: "render", Busy: 9288864723, Capacity: 1})
	e(i915[0], 2, Engine{Name: "video", Capacity: 2})
	e(xe[0], 0, Engine{Name: "rcs", Cycles: 28257900, TotalCycles: 7655183225, Capacity: 1})
	e(xe[0], 1, Engine{Name: "ccs", Cycles: 1000, TotalCycles: 7655183225, Capacity: 4})
}

func TestAKernelBefore612NamesResidentMemoryDifferently(t *testing.T) {
	c, ok := parse([]byte("drm-driver:\tamdgpu\ndrm-client-id:\t1\ndrm-memory-vram:\t100 KiB\n"))
	if n, has := c.VRAM(); !ok || !has || n != 100<<10 {
		t.Errorf("VRAM of %+v = %d, %v", c, n, has)
	}
}

func TestADeviceWithoutMemoryOfItsOwnHasNoVRAM(t *testing.T) {
	c, _ := parse([]byte("drm-driver: i915\ndrm-client-id: 1\ndrm-total-system0: 8 MiB\n"))
	if n, has := c.VRAM(); has {
		t.Errorf("VRAM = %d", n)
	}
}

func TestAProcessWithoutAGPUIsLookedAtLessAndLessOften(t *testing.T) {
	s := New(hosttest.Load(t, "testdata/mixed.txtar"))
	looks, next := 0, uint64(0)
	for range 100 {
		holders(t, s)
		if p := s.known[400]; p.next != next {
			looks, next = looks+1, p.next
		}
	}
	if looks < 2 || looks > 10 {
		t.Errorf("100 scans looked %d times", looks)
	}
}

func TestAGPUThatIsOpenedLaterIsFound(t *testing.T) {
	root := hosttest.Load(t, "testdata/mixed.txtar")
	s := New(root)
	for range 20 {
		holders(t, s)
	}
	proc := filepath.Join(root.Proc, "400")
	if err := os.Symlink("/dev/dri/renderD128", filepath.Join(proc, "fd/8")); err != nil {
		t.Fatal(err)
	}
	info := "drm-driver: amdgpu\ndrm-pdev: 0000:c1:00.0\ndrm-client-id: 99\n"
	if err := os.WriteFile(filepath.Join(proc, "fdinfo/8"), []byte(info), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 * maxWait {
		if got := holders(t, s); len(got) == 4 && got[3].PID == 400 {
			return
		}
	}
	t.Error("it was not found")
}

func TestAHolderThatClosesItsGPUOrEndsIsNoHolder(t *testing.T) {
	root := hosttest.Load(t, "testdata/mixed.txtar")
	s := New(root)
	holders(t, s)
	if err := os.WriteFile(filepath.Join(root.Proc, "200/fdinfo/5"), []byte("pos:\t0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	os.Remove(filepath.Join(root.Proc, "200/fdinfo/6"))
	os.RemoveAll(filepath.Join(root.Proc, "300"))
	got := holders(t, s)
	if len(got) != 2 || got[0].PID != 100 || got[1].PID != 301 {
		t.Errorf("holders: %+v", got)
	}
	if s.known[300] != nil {
		t.Error("a process that ended is remembered")
	}
}

func TestAHostWithoutProcIsAnError(t *testing.T) {
	if got, err := New(host.Tree(t.TempDir())).Holders(t.Context()); err == nil {
		t.Errorf("Holders = %v", got)
	}
}

func TestTheProcessesOfThisHostAreScanned(t *testing.T) {
	if _, err := os.Stat("/proc/self/fdinfo"); err != nil {
		t.Skip("no procfs here")
	}
	holders(t, New(host.System("")))
}

func FuzzClient(f *testing.F) {
	f.Add([]byte("drm-driver:\txe\ndrm-client-id:\t3\ndrm-cycles-rcs:\t28257900\ndrm-total-cycles-rcs:\t7655183225\ndrm-total-vram0:\t1 MiB\n"))
	f.Add([]byte("drm-driver:\t\ndrm-client-id:\t-1\ndrm-memory-:\t18446744073709551615 GiB\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, ok := parse(raw)
		if text, err := json.Marshal(c); err != nil || ok && c.Driver == "" || !utf8.Valid(text) {
			t.Errorf("%s, %v", text, err)
		}
		if len(c.Engines) > maxParts || len(c.Regions) > maxParts {
			t.Errorf("%d engines, %d regions", len(c.Engines), len(c.Regions))
		}
		c.VRAM()
	})
}

// BenchmarkScan measures a steady host: none of its processes has a GPU open.
func BenchmarkScan(b *testing.B) {
	root := host.Tree(b.TempDir())
	for pid := range 500 {
		dir := filepath.Join(root.Proc, fmt.Sprint(1000+pid), "fd")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		for fd := range 10 {
			if err := os.Symlink("/dev/null", filepath.Join(dir, fmt.Sprint(fd))); err != nil {
				b.Fatal(err)
			}
		}
	}
	s := New(root)
	for b.Loop() {
		s.at = time.Time{}
		if _, err := s.Holders(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
