package levelzero_test

import (
	"strings"
	"testing"

	"platform/internal/collector/dynlib/dynlibtest"
	"platform/internal/collector/source/intel/levelzero"
	"platform/internal/collector/source/intel/levelzero/zetest"
)

func open(t *testing.T, lib *dynlibtest.Library) []*levelzero.Device {
	t.Helper()
	l, err := levelzero.Open("libnowhere.so.1", lib.Path)
	if err != nil {
		t.Fatal(err)
	}
	all, err := l.Devices()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// check reads a device through and through.
func check(t *testing.T, d *levelzero.Device, limit int32) {
	t.Helper()
	id, err := d.Identify()
	if want := (levelzero.Identity{PCI: "0000:4d:00.0", Name: "Intel(R) Data Center GPU Max 1100", Vendor: 0x8086}); err != nil || id != want {
		t.Errorf("%+v, %v", id, err)
	}
	if in, out, err := d.Traffic(); err != nil || in != 1000000 || out != 2000000 {
		t.Errorf("traffic %d, %d, %v", in, out, err)
	}
	engines, err := d.Engines()
	if err != nil || len(engines) != 8 || engines[2].Kind != levelzero.EngineRenderAll {
		t.Fatalf("engines %+v, %v", engines, err)
	}
	if active, at, err := engines[0].Activity(); err != nil || active != 600000 || at != 1000000 {
		t.Errorf("activity %d at %d, %v", active, at, err)
	}
	memories, err := d.Memories()
	if err != nil || len(memories) != 2 || !memories[0].Device || memories[1].Device {
		t.Fatalf("memories %+v, %v", memories, err)
	}
	if size, free, err := memories[0].State(); err != nil || size != 51522830336 || size-free != 8589934592 {
		t.Errorf("memory %d, free %d, %v", size, free, err)
	}
	sensors, err := d.Sensors()
	if err != nil || len(sensors) != 3 {
		t.Fatalf("sensors %+v, %v", sensors, err)
	}
	if v, err := sensors[1].Temperature(); err != nil || v != 58.5 {
		t.Errorf("temperature %g, %v", v, err)
	}
	fans, err := d.Fans()
	if err != nil || len(fans) != 1 {
		t.Fatalf("fans %+v, %v", fans, err)
	}
	if v, err := fans[0].RPM(); err != nil || v != 2200 {
		t.Errorf("fan %d, %v", v, err)
	}
	power, err := d.Power()
	if err != nil {
		t.Fatal(err)
	}
	if uj, at, err := power.Energy(); err != nil || uj != 150000000 || at != 1000000 {
		t.Errorf("energy %d at %d, %v", uj, at, err)
	}
	if v, err := power.Limit(); err != nil || v != limit {
		t.Errorf("limit %d, %v", v, err)
	}
	clocks, err := d.Frequencies()
	if err != nil || len(clocks) != 2 || clocks[1].Kind != levelzero.FrequencyMemory {
		t.Fatalf("clocks %+v, %v", clocks, err)
	}
	if v, bits, err := clocks[0].State(); err != nil || v != 1550 || bits != 9 {
		t.Errorf("clock %g, %x, %v", v, bits, err)
	}
}

func TestALoaderIsInitializedForManagement(t *testing.T) {
	lib := zetest.Build(t)
	lib.Set(0, "throttle", 9)
	check(t, open(t, lib)[0], 300000)
}

func TestAnOldLoaderIsInitializedThroughTheEnvironment(t *testing.T) {
	t.Setenv("ZES_ENABLE_SYSMAN", "") // restored when the test ends
	lib := zetest.Build(t, "OLD")
	lib.Set(0, "throttle", 9)
	check(t, open(t, lib)[0], 280000)
}

func TestALoaderWithoutADriverSaysSo(t *testing.T) {
	lib := zetest.Build(t)
	lib.Set(zetest.All, "ret:init", 0x78000001)
	if _, err := levelzero.Open(lib.Path); err == nil || !strings.HasSuffix(err.Error(), "no driver") {
		t.Error(err)
	}
}

func TestARefusedCallIsToldApart(t *testing.T) {
	lib := zetest.Build(t)
	d := open(t, lib)[0]
	lib.Set(0, "ret:zesDeviceEnumEngineGroups", 0x70010000)
	if _, err := d.Engines(); !levelzero.Refused(err) {
		t.Error(err)
	}
	lib.Set(0, "ret", 0x70000001)
	if _, err := d.Identify(); !levelzero.Lost(err) {
		t.Error(err)
	}
}
