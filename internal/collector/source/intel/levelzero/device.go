package levelzero

import (
	"fmt"
	"unsafe"

	"platform/internal/collector/dynlib"
)

// Device is a GPU.
type Device struct {
	lib *Library
	h   uintptr
}

// Identity is what does not change of a device.
type Identity struct {
	PCI    string // 0000:4d:00.0
	Name   string
	Driver string // version of the kernel driver; "" when unknown
	Vendor uint32 // of PCI
}

// Identify asks who the device is.
func (d *Device) Identify() (Identity, error) {
	p := deviceProperties{head: head{stype: typeDevice}}
	if err := call(d.lib.properties, d.h, uintptr(unsafe.Pointer(&p))).err(); err != nil {
		return Identity{}, fmt.Errorf("ask for properties: %w", err)
	}
	a := pciProperties{head: head{stype: typePCI}}
	if err := call(d.lib.pciProperties, d.h, uintptr(unsafe.Pointer(&a))).err(); err != nil {
		return Identity{}, fmt.Errorf("ask for the PCI address: %w", err)
	}
	id := Identity{
		PCI:    fmt.Sprintf("%04x:%02x:%02x.%x", a.domain, a.bus, a.device, a.function),
		Name:   dynlib.Text(p.core.name[:]),
		Driver: dynlib.Text(p.driverLevel[:]),
		Vendor: p.core.vendorID,
	}
	if id.Name == "" {
		id.Name = dynlib.Text(p.model[:])
	}
	if id.Driver == "unknown" {
		id.Driver = ""
	}
	return id, nil
}

// Traffic returns the bytes that went over PCIe.
func (d *Device) Traffic() (receive, transmit uint64, err error) {
	var s pciStats
	err = call(d.lib.pciStats, d.h, uintptr(unsafe.Pointer(&s))).err()
	return s.receive, s.transmit, err
}

// Kinds of engine groups.
const (
	EngineAll           = 0
	EngineComputeAll    = 1
	EngineMediaAll      = 2
	EngineComputeSingle = 4
	EngineRenderSingle  = 5
	EngineDecode        = 6
	EngineEncode        = 7
	EngineRenderAll     = 12
	EngineCodec         = 14
)

// Engine is a group of engines.
type Engine struct {
	lib  *Library
	h    uintptr
	Kind int32
}

// Engines returns the groups of engines.
func (d *Device) Engines() ([]Engine, error) {
	handles, err := list(d.lib.engines, d.h)
	var all []Engine
	for _, h := range handles {
		p := engineProperties{head: head{stype: typeEngine}}
		if call(d.lib.engineProperties, h, uintptr(unsafe.Pointer(&p))) == 0 {
			all = append(all, Engine{d.lib, h, p.kind})
		}
	}
	return all, err
}

// Activity returns for how long the group was active, at which time of the
// device; both in µs.
func (e Engine) Activity() (active, at uint64, err error) {
	var s engineStats
	err = call(e.lib.engineActivity, e.h, uintptr(unsafe.Pointer(&s))).err()
	return s.active, s.timestamp, err
}

// Memory is a module of memory.
type Memory struct {
	lib    *Library
	h      uintptr
	Device bool   // it is the device's own, not the host's
	Size   uint64 // bytes; 0 when unknown
}

// Memories returns the modules.
func (d *Device) Memories() ([]Memory, error) {
	handles, err := list(d.lib.memories, d.h)
	var all []Memory
	for _, h := range handles {
		p := memoryProperties{head: head{stype: typeMemory}}
		if call(d.lib.memoryProperties, h, uintptr(unsafe.Pointer(&p))) == 0 {
			all = append(all, Memory{d.lib, h, p.location == 1, p.size})
		}
	}
	return all, err
}

// State returns how much of the module there is for use, and is free.
func (m Memory) State() (size, free uint64, err error) {
	s := memoryState{head: head{stype: typeMemoryState}}
	err = call(m.lib.memoryState, m.h, uintptr(unsafe.Pointer(&s))).err()
	return s.size, s.free, err
}

// Kinds of temperature sensors.
const (
	SensorGlobal = 0
	SensorGPU    = 1
	SensorMemory = 2
)

// Sensor measures a temperature.
type Sensor struct {
	lib  *Library
	h    uintptr
	Kind int32
}

// Sensors returns the temperature sensors.
func (d *Device) Sensors() ([]Sensor, error) {
	handles, err := list(d.lib.temperatures, d.h)
	var all []Sensor
	for _, h := range handles {
		p := temperatureProperties{head: head{stype: typeTemperature}}
		if call(d.lib.temperatureProperties, h, uintptr(unsafe.Pointer(&p))) == 0 {
			all = append(all, Sensor{d.lib, h, p.kind})
		}
	}
	return all, err
}

// Temperature is in °C.
func (s Sensor) Temperature() (float64, error) {
	var v float64
	err := call(s.lib.temperatureState, s.h, uintptr(unsafe.Pointer(&v))).err()
	return v, err
}

// Fan is a fan of the board.
type Fan struct {
	lib *Library
	h   uintptr
}

// Fans returns the fans.
func (d *Device) Fans() ([]Fan, error) {
	handles, err := list(d.lib.fans, d.h)
	var all []Fan
	for _, h := range handles {
		all = append(all, Fan{d.lib, h})
	}
	return all, err
}

// inRPM asks for revolutions, not for percent.
const inRPM = 0

// RPM is the speed; negative when it cannot be measured.
func (f Fan) RPM() (int32, error) {
	var v int32
	err := call(f.lib.fanState, f.h, inRPM, uintptr(unsafe.Pointer(&v))).err()
	return v, err
}
