package intel

import (
	"fmt"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/pdh"
	"platform/internal/collector/source"
	"platform/internal/collector/source/intel/levelzero"
	"platform/internal/collector/watch"
)

const pciVendor = 0x8086

// vendor is the GPUs that Windows knows, and Level Zero where it is installed.
type vendor struct {
	*pdh.Vendor
	managed map[string]*levelzero.Device // by PCI address
}

func newVendor(opt Options) (watch.Vendor, error) {
	base, err := pdh.New("intel", pciVendor)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", source.ErrUnavailable, err)
	}
	v := &vendor{Vendor: base, managed: map[string]*levelzero.Device{}}
	name := opt.LibPath
	if name == "" {
		name = "ze_loader.dll"
	}
	if lib, err := levelzero.Open(name); err == nil {
		v.findManaged(lib)
	}
	return v, nil
}

func (v *vendor) findManaged(lib *levelzero.Library) {
	all, err := lib.Devices()
	if err != nil {
		return
	}
	for _, dev := range all {
		if id, err := dev.Identify(); err == nil {
			v.managed[id.PCI] = dev
		}
	}
}

// Find lists the GPUs; those that Level Zero knows are read through it too.
func (v *vendor) Find() ([]watch.Found, error) {
	found, err := v.Vendor.Find()
	for i := range found {
		f := &found[i]
		if dev := v.managed[f.PCI]; dev != nil {
			open := f.Open
			f.Source = "levelzero"
			f.Open = func() watch.Reader { return &reader{newSysman(dev), open()} }
		}
	}
	return found, err
}

// reader reads a GPU through Level Zero, and what that does not say from
// Windows.
type reader struct {
	sysman *sysman
	base   watch.Reader
}

// Read reads the sensors.
func (r *reader) Read(now time.Time) (v gpu.Reading, err error) {
	if err = r.sysman.read(&v); v.Lost {
		return v, err
	}
	other, otherErr := r.base.Read(now)
	if otherErr != nil {
		return v, otherErr
	}
	for _, pair := range []struct{ to, from **float64 }{
		{&v.DieTemperature, &other.DieTemperature}, {&v.FanRPM, &other.FanRPM},
	} {
		if *pair.to == nil {
			*pair.to = *pair.from
		}
	}
	for _, pair := range []struct{ to, from **uint64 }{
		{&v.GraphicsClock, &other.GraphicsClock}, {&v.MemoryClock, &other.MemoryClock}, {&v.MemoryLimit, &other.MemoryLimit},
	} {
		if *pair.to == nil {
			*pair.to = *pair.from
		}
	}
	return v, err
}
