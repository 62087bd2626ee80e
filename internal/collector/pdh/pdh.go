// Package pdh reads GPUs of any vendor from what Windows itself knows of them:
// performance counters and the sensors that drivers give to the system.
//
//  1. instance.go takes the names apart under which counters are kept.
//  2. counts.go makes the use of devices and processes of the counters.
//  3. pdh.go lists the GPUs of one vendor for package watch.
//  4. query_windows.go reads the counters, adapter_windows.go the sensors.
package pdh

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/watch"
)

// system is what the vendor asks of Windows.
type system interface {
	// adapters lists the GPUs.
	adapters() ([]adapter, error)
	// sensors reads those of a GPU; false when it does not answer.
	sensors(luid string) (sensors, bool)
	// collect reads the counters.
	collect() (counts, error)
	close() error
}

// adapter is a GPU as Windows knows it.
type adapter struct {
	luid   string // until the next boot, as 0x00000000_0x0000c9de
	name   string
	vendor uint32 // of PCI
	pci    string // 0000:03:00.0; "" when it is not on such a bus
	memory uint64 // of its own, in bytes
}

// sensors are nil where the driver gives none.
type sensors struct {
	temperature   *float64 // °C
	fan           *float64 // rpm
	graphicsClock *uint64  // Hz
	memoryClock   *uint64  // Hz
}

// Vendor lists the GPUs of one vendor.
type Vendor struct {
	name string // amd, intel
	id   uint32 // of PCI
	sys  system

	mu   sync.Mutex
	luid map[string]string // of devices by their id
}

// Find lists the GPUs in the order of their addresses.
func (v *Vendor) Find() ([]watch.Found, error) {
	all, err := v.sys.adapters()
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(a adapter) bool { return a.vendor != v.id })
	slices.SortFunc(all, func(a, b adapter) int { return cmp.Or(cmp.Compare(a.pci, b.pci), cmp.Compare(a.luid, b.luid)) })
	found := make([]watch.Found, 0, len(all))
	luids := map[string]string{}
	for i, a := range all {
		d := gpu.Device{ID: cmp.Or(a.pci, a.luid), Name: a.name, Vendor: v.name, Source: "pdh", Index: i, PCI: a.pci}
		luids[d.ID] = a.luid
		found = append(found, watch.Found{Device: d, Open: func() watch.Reader { return &reader{v.sys, a} }})
	}
	v.mu.Lock()
	v.luid = luids
	v.mu.Unlock()
	return found, nil
}

// Close ends the query of the counters.
func (v *Vendor) Close() error { return v.sys.close() }

// Users makes the use of the devices of the counters.
func (v *Vendor) Users(_ context.Context, _ time.Time, devices []gpu.Device) (map[string]watch.Use, error) {
	c, err := v.sys.collect()
	if err != nil {
		return nil, err
	}
	by := c.byAdapter()
	use := map[string]watch.Use{}
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, d := range devices {
		if a := by[v.luid[d.ID]]; a != nil {
			use[d.ID] = a.use()
		}
	}
	return use, nil
}

var errGone = errors.New("the adapter does not answer")

// reader reads the sensors of a GPU.
type reader struct {
	sys system
	adapter
}

// Read reads the sensors. What is in use comes with the users.
func (r *reader) Read(time.Time) (v gpu.Reading, err error) {
	s, ok := r.sys.sensors(r.luid)
	if !ok {
		return gpu.Reading{Lost: true}, errGone
	}
	v.DieTemperature, v.FanRPM = s.temperature, s.fan
	v.GraphicsClock, v.MemoryClock = s.graphicsClock, s.memoryClock
	if r.memory > 0 {
		v.MemoryLimit = new(r.memory)
	}
	return v, nil
}
