package levelzero

import (
	"testing"
	"unsafe"
)

func TestStructuresAreLaidOutAsTheLibraryExpects(t *testing.T) {
	f := func(name string, got, want uintptr) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
	var d deviceProperties
	f("device", unsafe.Sizeof(d), 776)
	f("device core", unsafe.Offsetof(d.core), 16)
	f("device vendor id", unsafe.Offsetof(d.core.vendorID), 20)
	f("device UUID", unsafe.Offsetof(d.core.uuid), 96)
	f("device name", unsafe.Offsetof(d.core.name), 112)
	f("device subdevices", unsafe.Offsetof(d.subdevices), 384)
	f("device serial", unsafe.Offsetof(d.serial), 388)
	f("device model", unsafe.Offsetof(d.model), 580)
	f("device vendor", unsafe.Offsetof(d.vendor), 644)
	f("device driver", unsafe.Offsetof(d.driverLevel), 708)
	f("PCI", unsafe.Sizeof(pciProperties{}), 56)
	f("PCI address", unsafe.Offsetof(pciProperties{}.domain), 16)
	f("PCI stats", unsafe.Sizeof(pciStats{}), 56)
	f("PCI stats replays", unsafe.Offsetof(pciStats{}.replays), 8)
	f("PCI stats packets", unsafe.Offsetof(pciStats{}.packets), 16)
	f("PCI stats receive", unsafe.Offsetof(pciStats{}.receive), 24)
	f("PCI stats transmit", unsafe.Offsetof(pciStats{}.transmit), 32)
	f("engine", unsafe.Sizeof(engineProperties{}), 32)
	f("engine type", unsafe.Offsetof(engineProperties{}.kind), 16)
	f("engine stats", unsafe.Sizeof(engineStats{}), 16)
	f("memory", unsafe.Sizeof(memoryProperties{}), 48)
	f("memory location", unsafe.Offsetof(memoryProperties{}.location), 28)
	f("memory size", unsafe.Offsetof(memoryProperties{}.size), 32)
	f("memory state", unsafe.Sizeof(memoryState{}), 40)
	f("memory state health", unsafe.Offsetof(memoryState{}.health), 16)
	f("memory state free", unsafe.Offsetof(memoryState{}.free), 24)
	f("memory state size", unsafe.Offsetof(memoryState{}.size), 32)
	f("temperature", unsafe.Sizeof(temperatureProperties{}), 48)
	f("temperature type", unsafe.Offsetof(temperatureProperties{}.kind), 16)
	f("power", unsafe.Sizeof(powerProperties{}), 40)
	f("power on subdevice", unsafe.Offsetof(powerProperties{}.part), 16)
	f("energy", unsafe.Sizeof(energyCounter{}), 16)
	f("sustained limit", unsafe.Sizeof(sustainedLimit{}), 12)
	f("sustained limit power", unsafe.Offsetof(sustainedLimit{}.power), 4)
	f("limit", unsafe.Sizeof(limitExt{}), 48)
	f("limit level", unsafe.Offsetof(limitExt{}.level), 16)
	f("limit unit", unsafe.Offsetof(limitExt{}.unit), 24)
	f("limit value", unsafe.Offsetof(limitExt{}.limit), 40)
	f("frequency", unsafe.Sizeof(frequencyProperties{}), 48)
	f("frequency type", unsafe.Offsetof(frequencyProperties{}.kind), 16)
	f("frequency state", unsafe.Sizeof(frequencyState{}), 64)
	f("frequency actual", unsafe.Offsetof(frequencyState{}.actual), 48)
	f("frequency throttle", unsafe.Offsetof(frequencyState{}.throttle), 56)
}

func TestErrorsSayWhatToDoNext(t *testing.T) {
	f := func(r Result, lost, refused bool) {
		t.Helper()
		if Lost(r) != lost || Refused(r) != refused {
			t.Errorf("%v: lost %v, refused %v", r, Lost(r), Refused(r))
		}
	}
	f(DeviceLost, true, false)
	f(Unsupported, false, true)
	f(NotPermitted, false, true)
	f(Uninitialized, false, false)
	if Result(0x77).Error() != "error 0x77" || Result(0).err() != nil || Lost(nil) {
		t.Error("unknown errors")
	}
}
