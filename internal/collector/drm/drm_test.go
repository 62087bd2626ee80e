package drm

import (
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"platform/internal/collector/host/hosttest"
	"platform/internal/collector/proc/fdinfo"
)

const tree = `
-- sys/class/drm/card10/device/vendor --
0x1002
-- sys/class/drm/card10/device/device --
0x744c
-- sys/class/drm/card10/device/uevent --
DRIVER=amdgpu
PCI_SLOT_NAME=0000:0B:00.0
-- sys/class/drm/card10/device/power/runtime_status --
suspended
-- sys/class/drm/card2/device/vendor --
0x1002
-- sys/class/drm/card2/device/device --
0x74a1
-- sys/class/drm/card2/device/uevent --
PCI_SLOT_NAME=0000:05:00.0
-- sys/class/drm/card2/device/drm/renderD129/dev --
226:129
-- sys/class/drm/card2/device/hwmon/hwmon1/name --
other
-- sys/class/drm/card2/device/hwmon/hwmon7/name --
amdgpu
-- sys/class/drm/card2/device/hwmon/hwmon7/temp1_label --
edge
-- sys/class/drm/card2/device/hwmon/hwmon7/temp3_label --
mem
-- sys/class/drm/card2/device/hwmon/hwmon7/temp3_input --
-5500
-- sys/class/drm/card2/device/hwmon/hwmon7/fan1_input --
0
-- sys/class/drm/card2/device/hwmon/hwmon7/fan2_input --
1200
-- sys/class/drm/card2-DP-1/status --
connected
-- sys/class/drm/card3/device/vendor --
0x8086
-- sys/class/drm/card3/device/device --
0x56c0
-- sys/class/drm/card3/device/uevent --
PCI_SLOT_NAME=0000:06:00.0
-- sys/class/drm/card4/device/vendor --
garbage
-- sys/class/drm/renderD129/dev --
226:129
`

func TestCardsAreFoundInTheOrderOfTheirNumbers(t *testing.T) {
	cards, err := Cards(hosttest.Unpack(t, tree), 0x1002)
	if err != nil || len(cards) != 2 {
		t.Fatalf("%+v, %v", cards, err)
	}
	a, b := cards[0], cards[1]
	if a.Name != "card2" || a.PCI != "0000:05:00.0" || a.Model != 0x74a1 || a.Renderer != "renderD129" || a.Asleep() {
		t.Errorf("%+v", a)
	}
	if b.Name != "card10" || b.PCI != "0000:0b:00.0" || b.Driver != "amdgpu" || b.Renderer != "" || !b.Asleep() {
		t.Errorf("%+v", b)
	}
	if a.Driver != "" {
		t.Errorf("driver %q", a.Driver)
	}
}

func TestSensorsAreFoundByTheirLabels(t *testing.T) {
	cards, _ := Cards(hosttest.Unpack(t, tree), 0x1002)
	h, ok := Hwmon(cards[0].Device, "amdgpu")
	if !ok || !strings.HasSuffix(string(h), "hwmon7") {
		t.Fatalf("%s, %v", h, ok)
	}
	if v := Temperature(h, "mem"); v == nil || *v != -5.5 {
		t.Errorf("mem: %v", v)
	}
	if v := Temperature(h, "edge"); v != nil { // it has no value
		t.Errorf("edge: %v", *v)
	}
	if v := Temperature(h, "junction"); v != nil {
		t.Errorf("junction: %v", *v)
	}
	if v := Fastest(h); v == nil || *v != 1200 {
		t.Errorf("fans: %v", v)
	}
	if _, ok := Hwmon(cards[1].Device, ""); ok {
		t.Error("sensors of a card that has none")
	}
}

func task(engine string) Task {
	return map[string]Task{"render": General, "rcs": General, "ccs": General, "video": Encoder, "dec": Decoder}[engine]
}

// client is one of a device at 0000:03:00.0.
func client(id uint64, engines ...fdinfo.Engine) fdinfo.Client {
	return fdinfo.Client{Driver: "i915", PCI: "0000:03:00.0", ID: id, Engines: engines}
}

func busy(name string, d time.Duration, capacity uint64) fdinfo.Engine {
	return fdinfo.Engine{Name: name, Busy: d, Capacity: capacity}
}

func TestUtilizationIsThatBetweenTwoReads(t *testing.T) {
	m := NewMeter(task)
	start := time.Unix(1000, 0)
	holders := func(clients ...fdinfo.Client) []fdinfo.Holder { return []fdinfo.Holder{{PID: 7, Clients: clients}} }
	first := m.Read(holders(client(1, busy("render", time.Second, 1))), start)["0000:03:00.0"]
	if p := m.Processes(first); len(p) != 1 || p[0].PID != 7 || p[0].Utilization.General != nil {
		t.Errorf("first: %+v", p)
	}
	f := func(want float64, clients ...fdinfo.Client) {
		t.Helper()
		start = start.Add(10 * time.Second)
		p := m.Processes(m.Read(holders(clients...), start)["0000:03:00.0"])
		if len(p) != 1 || p[0].Utilization.General == nil || math.Abs(*p[0].Utilization.General-want) > 1e-9 {
			t.Errorf("%+v, want %g", p, want)
		}
	}
	f(0.5, client(1, busy("render", 6*time.Second, 1)))
	f(0, client(1, busy("render", 5*time.Second, 1)))                                             // stepped back
	f(0.4, client(1, busy("render", 10*time.Second, 1)))                                          // 4 s more than it ever was
	f(0.5, client(1, busy("render", 20*time.Second, 2)))                                          // two engines
	f(0.1, client(1, busy("render", 21*time.Second, 1)), client(2, busy("render", time.Hour, 1))) // a new client
	f(0.3, client(1, busy("render", 22*time.Second, 1)), client(2, busy("render", time.Hour+2*time.Second, 1)))
	f(1, client(1, busy("render", 99*time.Second, 1)))
	rcs := func(cycles, total uint64) fdinfo.Engine {
		return fdinfo.Engine{Name: "rcs", Cycles: cycles, TotalCycles: total, Capacity: 1}
	}
	f(0, client(1, busy("render", 99*time.Second, 1), rcs(100, 1000)))
	f(0.25, client(1, busy("render", 99*time.Second, 1), rcs(150, 1200)))
	f(0, client(1, busy("render", 99*time.Second, 1), rcs(150, 1200))) // the engine sleeps
}

func TestAnEngineThatIsUsedForTheFirstTimeCounts(t *testing.T) {
	m := NewMeter(task)
	start := time.Unix(1000, 0)
	read := func(engines ...fdinfo.Engine) []Used {
		start = start.Add(10 * time.Second)
		return m.Read([]fdinfo.Holder{{PID: 7, Clients: []fdinfo.Client{client(1, engines...)}}}, start)["0000:03:00.0"]
	}
	read(busy("render", time.Second, 1))
	if got := m.Tasks(read(busy("render", time.Second, 1), busy("dec", 5*time.Second, 1))[0].Busy); got.Decoder == nil || *got.Decoder != 0.5 {
		t.Errorf("%+v", got)
	}
}

func TestTasksAreThoseOfTheBusiestEngines(t *testing.T) {
	m := NewMeter(task)
	got := m.Tasks(Busy{"rcs": 0.3, "ccs": 0.4, "copy": 0.9, "video": 1.7})
	if got.General == nil || *got.General != 0.4 || got.Encoder == nil || *got.Encoder != 1 || got.Decoder != nil {
		t.Errorf("%+v", got)
	}
}

func TestWhatProcessesUseAddsUp(t *testing.T) {
	busy, memory := Sum([]Used{{Busy: Busy{"rcs": 0.3}, Memory: new(uint64(4))}, {Busy: Busy{"rcs": 0.4, "ccs": 0.1}}, {Memory: new(uint64(6))}})
	if busy["rcs"] != 0.7 || busy["ccs"] != 0.1 || memory == nil || *memory != 10 {
		t.Errorf("%v, %v", busy, memory)
	}
	if _, memory := Sum([]Used{{}}); memory != nil {
		t.Errorf("%d bytes", *memory)
	}
}

const ids = `# a list
1002  Advanced Micro Devices, Inc. [AMD/ATI]
	744c  Navi 31 [Radeon RX 7900 XT/7900 XTX]
		1002 0e3b  A board
	7450  Navi 31 []
8086  Intel Corporation
	56c0  Data Center GPU Flex 170
`

func TestProductsAreNamedAsInTheList(t *testing.T) {
	f := func(vendor, model uint16, want string) {
		t.Helper()
		if got := productName(strings.NewReader(ids), vendor, model); got != want {
			t.Errorf("%04x:%04x is %q, want %q", vendor, model, got, want)
		}
	}
	f(0x1002, 0x744c, "Radeon RX 7900 XT/7900 XTX")
	f(0x8086, 0x56c0, "Data Center GPU Flex 170")
	f(0x1002, 0x7450, "Navi 31 []")
	f(0x1002, 0x56c0, "")
	f(0x1002, 0x1002, "")
	f(0x10de, 0x744c, "")
}

func FuzzFiles(f *testing.F) {
	f.Add([]byte("DRIVER=i915\nPCI_SLOT_NAME=0000:03:00.0\n"))
	f.Add([]byte(ids))
	f.Add([]byte(" 18446744073709551615\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		driver, pci := parseUevent(raw)
		name := productName(strings.NewReader(string(raw)), 0x1002, 0x744c)
		if !utf8.ValidString(driver + pci + name) {
			t.Errorf("%q %q %q", driver, pci, name)
		}
		parseUint(raw)
		cardNumber(string(raw))
	})
}
