// Package levelzero calls the management part of Intel's Level Zero, Sysman.
//
// Every call returns an error of type Result; a function that the installed
// loader lacks answers Unsupported.
package levelzero

import (
	"fmt"
	"os"
	"unsafe"

	"platform/internal/collector/dynlib"
)

// Library is the open and initialized loader. Its methods may be called from
// any goroutine. It is never unloaded: the drivers below it would not survive
// that.
type Library struct{ symbols }

type symbols struct {
	drivers, devices,
	properties, pciProperties, pciStats,
	engines, engineProperties, engineActivity,
	memories, memoryProperties, memoryState,
	temperatures, temperatureProperties, temperatureState,
	fans, fanState,
	powers, cardPower, powerProperties, energy, limits, limitsExt,
	frequencies, frequencyProperties, frequencyState dynlib.Symbol
}

func (s *symbols) load(lib *dynlib.Library) {
	for name, to := range map[string]*dynlib.Symbol{
		"zesDeviceGetProperties":          &s.properties,
		"zesDevicePciGetProperties":       &s.pciProperties,
		"zesDevicePciGetStats":            &s.pciStats,
		"zesDeviceEnumEngineGroups":       &s.engines,
		"zesEngineGetProperties":          &s.engineProperties,
		"zesEngineGetActivity":            &s.engineActivity,
		"zesDeviceEnumMemoryModules":      &s.memories,
		"zesMemoryGetProperties":          &s.memoryProperties,
		"zesMemoryGetState":               &s.memoryState,
		"zesDeviceEnumTemperatureSensors": &s.temperatures,
		"zesTemperatureGetProperties":     &s.temperatureProperties,
		"zesTemperatureGetState":          &s.temperatureState,
		"zesDeviceEnumFans":               &s.fans,
		"zesFanGetState":                  &s.fanState,
		"zesDeviceEnumPowerDomains":       &s.powers,
		"zesDeviceGetCardPowerDomain":     &s.cardPower,
		"zesPowerGetProperties":           &s.powerProperties,
		"zesPowerGetEnergyCounter":        &s.energy,
		"zesPowerGetLimits":               &s.limits,
		"zesPowerGetLimitsExt":            &s.limitsExt,
		"zesDeviceEnumFrequencyDomains":   &s.frequencies,
		"zesFrequencyGetProperties":       &s.frequencyProperties,
		"zesFrequencyGetState":            &s.frequencyState,
	} {
		*to = lib.Optional(name)
	}
}

// Open loads the first of names that is there and initializes it. A loader
// that has zesInit is initialized by it; an older one by zeInit, once the
// environment says that management is wanted. The two must not be mixed.
func Open(names ...string) (*Library, error) {
	lib, err := dynlib.Open(names...)
	if err != nil {
		return nil, err
	}
	l := &Library{}
	l.load(lib)
	start := lib.Optional("zesInit")
	flags := uintptr(0)
	l.drivers, l.devices = lib.Optional("zesDriverGet"), lib.Optional("zesDeviceGet")
	if !start.Found() {
		os.Setenv("ZES_ENABLE_SYSMAN", "1")
		start, flags = lib.Optional("zeInit"), gpuOnly
		l.drivers, l.devices = lib.Optional("zeDriverGet"), lib.Optional("zeDeviceGet")
	}
	if err := call(start, flags).err(); err != nil {
		lib.Close()
		return nil, fmt.Errorf("initialize %s: %w", lib.Name(), err)
	}
	return l, nil
}

// gpuOnly keeps zeInit from starting drivers of other devices.
const gpuOnly = 1

// call calls s; pointers are converted in the argument list itself.
//
//go:uintptrescapes
func call(s dynlib.Symbol, args ...uintptr) Result {
	r, err := s.Call(args...)
	if err != nil {
		return Unsupported
	}
	return Result(uint32(r))
}

// Devices returns the GPUs of all drivers.
func (l *Library) Devices() ([]*Device, error) {
	drivers, err := list(l.drivers)
	if err != nil {
		return nil, fmt.Errorf("list drivers: %w", err)
	}
	var all []*Device
	for _, driver := range drivers {
		handles, err := list(l.devices, driver)
		if err != nil {
			return nil, fmt.Errorf("list devices: %w", err)
		}
		for _, h := range handles {
			all = append(all, &Device{l, h})
		}
	}
	return all, nil
}

// maxHandles bounds what is believed of a count.
const maxHandles = 1024

// list asks for handles: first how many there are, then for all of them.
func list(s dynlib.Symbol, of ...uintptr) ([]uintptr, error) {
	var n uint32
	if err := count(s, &n, nil, of).err(); err != nil {
		return nil, err
	}
	n = min(n, maxHandles)
	if n == 0 {
		return nil, nil
	}
	handles := make([]uintptr, n)
	if err := count(s, &n, &handles[0], of).err(); err != nil {
		return nil, err
	}
	return handles[:min(int(n), len(handles))], nil
}

func count(s dynlib.Symbol, n *uint32, to *uintptr, of []uintptr) Result {
	if len(of) == 0 {
		return call(s, uintptr(unsafe.Pointer(n)), uintptr(unsafe.Pointer(to)))
	}
	return call(s, of[0], uintptr(unsafe.Pointer(n)), uintptr(unsafe.Pointer(to)))
}
