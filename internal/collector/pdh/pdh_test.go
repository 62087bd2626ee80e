package pdh

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf16"

	"platform/internal/collector/watch"
	"platform/internal/collector/watch/watchtest"
)

func TestInstancesSayWhatTheyAreOf(t *testing.T) {
	f := func(name string, want instance, ok bool) {
		t.Helper()
		if got, is := parseInstance(name); is != ok || got != want {
			t.Errorf("%s: %+v, %v", name, got, is)
		}
	}
	f("pid_1234_luid_0x00000000_0x0000C9DE_phys_0_eng_3_engtype_VideoDecode",
		instance{1234, "0x00000000_0x0000c9de", "phys_0_eng_3", "videodecode"}, true)
	f("pid_7_luid_0x00000001_0x0000C9DE_phys_0_eng_10_engtype_Video Codec 0", instance{7, "0x00000001_0x0000c9de", "phys_0_eng_10", "video codec 0"}, true)
	f("pid_7_luid_0x00000000_0x0000C9DE_phys_0", instance{7, "0x00000000_0x0000c9de", "", ""}, true)
	f("luid_0x00000000_0x0000C9DE_phys_0", instance{0, "0x00000000_0x0000c9de", "", ""}, true)
	f("", instance{}, false)
	f("pid_x_luid_0x00000000_0x0000C9DE_phys_0", instance{}, false)
	f("pid_7_luid_0x0_0x0000C9DE_phys_0", instance{}, false)
	f("_Total", instance{}, false)
}

func TestKindsOfEngines(t *testing.T) {
	f := func(kind, want string) {
		t.Helper()
		if got := task(strings.ToLower(kind)); got != want {
			t.Errorf("%s: %q", kind, got)
		}
	}
	f("3D", "general")
	f("Compute_0", "general")
	f("High Priority Compute", "general")
	f("VideoEncode", "encoder")
	f("Video Codec 0", "encoder")
	f("VideoDecode", "decoder")
	f("Copy", "")
	f("Security", "")
	f("", "")
}

// answer lays out what Windows returns for a counter at some address.
func answer(base uint64, values map[string]float64, status uint32) []byte {
	raw := make([]byte, len(values)*itemSize)
	i := 0
	for name, v := range values {
		at := i * itemSize
		binary.LittleEndian.PutUint64(raw[at:], base+uint64(len(raw)))
		binary.LittleEndian.PutUint32(raw[at+statusAt:], status)
		binary.LittleEndian.PutUint64(raw[at+valueAt:], math.Float64bits(v))
		for _, u := range append(utf16.Encode([]rune(name)), 0) {
			raw = binary.LittleEndian.AppendUint16(raw, u)
		}
		i++
	}
	return raw
}

func TestTheValuesOfACounterAreReadWithTheirNames(t *testing.T) {
	want := map[string]float64{"pid_1": 12.5, "größer": 3}
	if got := parseItems(answer(0x7000, want, 1), 0x7000, 2); !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if got := parseItems(answer(0x7000, want, 0xc0000bc6), 0x7000, 2); len(got) != 0 {
		t.Errorf("invalid values: %v", got)
	}
	if got := parseItems(answer(0x7000, want, 0)[:30], 0x7000, 2); len(got) != 0 {
		t.Errorf("cut short: %v", got)
	}
	if got := parseItems(answer(0x7000, want, 0), 0x9000, 2); len(got) != 0 {
		t.Errorf("names elsewhere: %v", got)
	}
}

// host is a Windows that exists nowhere.
type host struct {
	mu     sync.Mutex
	all    []adapter
	counts counts
	err    error
	gone   bool
	closed bool
}

func (h *host) adapters() ([]adapter, error) { return h.all, nil }
func (h *host) collect() (counts, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.counts, h.err
}
func (h *host) close() error { h.closed = true; return nil }
func (h *host) sensors(luid string) (sensors, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.gone {
		return sensors{}, false
	}
	return sensors{temperature: new(61.5), fan: new(1200.0), graphicsClock: new(uint64(2400e6)), memoryClock: new(uint64(1250e6))}, true
}

const (
	radeon = "0x00000000_0x0000c9de"
	other  = "0x00000000_0x00001111"
)

func oneRadeon() *host {
	engine := func(pid int, luid string, n int, kind string) string {
		return fmt.Sprintf("pid_%d_luid_%s_phys_0_eng_%d_engtype_%s", pid, strings.ToUpper(luid), n, kind)
	}
	return &host{
		all: []adapter{
			{luid: other, name: "Another", vendor: 0x10de, pci: "0000:01:00.0"},
			{luid: radeon, name: "AMD Radeon RX 7900 XTX", vendor: 0x1002, pci: "0000:03:00.0", memory: 25753026560},
		},
		counts: counts{
			engines: map[string]float64{
				engine(100, radeon, 0, "3D"): 30, engine(200, radeon, 0, "3D"): 25, engine(200, radeon, 1, "Compute_0"): 40,
				engine(200, radeon, 4, "Video Codec 0"): 10, engine(300, radeon, 0, "3D"): 0, engine(100, other, 0, "3D"): 99,
				engine(100, radeon, 7, "Copy"): 100, "garbage": 5,
			},
			processMemory: map[string]float64{
				"pid_100_luid_" + radeon + "_phys_0": 1 << 30, "pid_200_luid_" + radeon + "_phys_0": 8 << 30, "pid_300_luid_" + radeon + "_phys_0": 0,
			},
			adapterMemory: map[string]float64{"luid_" + radeon + "_phys_0": 10 << 30},
		},
	}
}

func TestTheGPUsOfAVendorAndTheirProcesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := oneRadeon()
		s, err := watch.Open(t.Context(), &Vendor{name: "amd", id: 0x1002, sys: h}, watch.Options{Interval: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		snap, err := watchtest.Tick(t, s)
		if err != nil {
			t.Error(err)
		}
		f := func(want string, parts ...string) {
			t.Helper()
			if got := watchtest.Value(t, snap, parts...); got != want {
				t.Errorf("%q = %q, want %q", parts, got, want)
			}
		}
		f("0.55", "hw.gpu.utilization{", "general", "hw.id=0000:03:00.0", "gpu.index=0", "source=pdh")
		f("0.1", "hw.gpu.utilization{", "encoder")
		f("10737418240", "hw.gpu.memory.usage{")
		f("25753026560", "hw.gpu.memory.limit{")
		f("61.5", "hw.temperature{", "die")
		f("1200", "hw.fan.speed{")
		f("2400000000", "hw.gpu.speed{", "graphics")
		f("1", "hw.status{", "state=up")
		f("0.3", "process.gpu.utilization{", "process.pid=100", "general")
		f("0.4", "process.gpu.utilization{", "process.pid=200", "general")
		f("8589934592", "process.gpu.memory.usage{", "process.pid=200")
		if got := watchtest.Lines(snap, "process.pid=300"); got != nil {
			t.Errorf("a process that does nothing: %s", got)
		}
		h.mu.Lock()
		h.gone, h.err = true, errors.New("the counters are rebuilt")
		h.mu.Unlock()
		time.Sleep(time.Minute)
		synctest.Wait()
		snap, err = watchtest.Tick(t, s)
		if err == nil || !strings.Contains(err.Error(), "does not answer") || !strings.Contains(err.Error(), "rebuilt") {
			t.Error(err)
		}
		f("0", "hw.status{", "state=up")
		if err := s.Close(); err != nil || !h.closed {
			t.Errorf("%v, closed %v", err, h.closed)
		}
	})
}

func FuzzInstance(f *testing.F) {
	f.Add("pid_1234_luid_0x00000000_0x0000C9DE_phys_0_eng_3_engtype_VideoDecode", 12.5)
	f.Add("luid_0x00000000_0x0000C9DE_phys_0", math.Inf(1))
	f.Fuzz(func(t *testing.T, name string, value float64) {
		c := counts{engines: map[string]float64{name: value}, processMemory: map[string]float64{name: value}, adapterMemory: map[string]float64{name: value}}
		for _, u := range c.byAdapter() {
			use := u.use()
			for _, v := range []*float64{use.Utilization.General, use.Utilization.Encoder, use.Utilization.Decoder} {
				if v != nil && !(*v >= 0 && *v <= 1) {
					t.Errorf("%q: %g is not a ratio", name, *v)
				}
			}
		}
	})
}

func FuzzItems(f *testing.F) {
	f.Add(answer(0x7000, map[string]float64{"a": 1}, 0), uint64(0x7000), 1)
	f.Add([]byte{}, uint64(0), -1)
	f.Fuzz(func(t *testing.T, raw []byte, base uint64, n int) { parseItems(raw, base, n) })
}
