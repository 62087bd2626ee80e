package intel

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"platform/internal/collector/drm"
	"platform/internal/collector/gpu"
	"platform/internal/collector/proc/fdinfo"
	"platform/internal/collector/source/intel/levelzero"
	"platform/internal/collector/watch"
)

const pciVendor = 0x8086

// vendor is the i915 and xe drivers of a host, and Level Zero where it is
// installed.
type vendor struct {
	opt   Options
	meter *drm.Meter
	names map[uint16]string // of products by PCI device, looked up once

	lib     *levelzero.Library // nil while there is none
	tried   time.Time          // when it was looked for
	managed map[string]device  // of the library, by PCI address
}

func newVendor(opt Options) (watch.Vendor, error) {
	if opt.Scanner == nil {
		opt.Scanner = fdinfo.New(opt.Root)
	}
	return &vendor{opt: opt, meter: drm.NewMeter(engineTask), names: map[uint16]string{}}, nil
}

// Close has nothing to close.
func (v *vendor) Close() error { return nil }

// Find lists the cards of both drivers.
func (v *vendor) Find() ([]watch.Found, error) {
	cards, err := drm.Cards(v.opt.Root, pciVendor)
	if err != nil {
		return nil, err
	}
	if len(cards) == 0 {
		return nil, nil
	}
	v.findManaged()
	var found []watch.Found
	for _, c := range cards {
		if c.Driver != "i915" && c.Driver != "xe" {
			continue
		}
		d := gpu.Device{ID: c.PCI, Vendor: "intel", Source: "drm", Index: len(found), PCI: c.PCI, Card: c.Name}
		m, ok := v.managed[c.PCI]
		if ok {
			d.Source, d.Name, d.Driver = "levelzero", m.Name, m.Driver
		}
		if d.Name == "" {
			d.Name = v.name(c)
		}
		found = append(found, watch.Found{Device: d, Open: func() watch.Reader { return newReader(v.opt.Root, c, m.dev) }})
	}
	return found, nil
}

// device is one of Level Zero.
type device struct {
	levelzero.Identity
	dev *levelzero.Device
}

// lookAgain is how often a library that is not there is looked for.
const lookAgain = 5 * time.Minute

// findManaged finds the devices of Level Zero, where it is installed; the files
// of the drivers have to do elsewhere. A device that does not answer is still
// the one that it was: reading it tells what is wrong.
func (v *vendor) findManaged() {
	if v.lib == nil {
		if !v.tried.IsZero() && time.Since(v.tried) < lookAgain {
			return
		}
		v.tried = time.Now()
		lib, err := levelzero.Open(v.libraryNames()...)
		if err != nil {
			return
		}
		v.lib, v.managed = lib, map[string]device{}
	}
	all, err := v.lib.Devices()
	if err != nil {
		return
	}
	for _, dev := range all {
		if id, err := dev.Identify(); err == nil {
			v.managed[id.PCI] = device{id, dev}
		}
	}
}

// libraryNames lists where packages put the loader: where the system's loader
// finds it, and where containers see that of their host.
func (v *vendor) libraryNames() []string {
	if v.opt.LibPath != "" {
		return []string{v.opt.LibPath}
	}
	const soname = "libze_loader.so.1"
	triple := map[string]string{"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}[runtime.GOARCH]
	names := []string{soname}
	for _, dir := range []string{"usr/lib/" + triple, "usr/lib64"} {
		names = append(names, filepath.Join(v.opt.Root.FS, "/", dir, soname))
	}
	return names
}

func (v *vendor) name(c drm.Card) string {
	name, ok := v.names[c.Model]
	if !ok {
		name = fmt.Sprintf("Intel GPU 0x%04x", c.Model)
		if known := drm.ProductName(v.opt.Root, pciVendor, c.Model); known != "" {
			name = "Intel " + strings.TrimPrefix(known, "Intel ")
		}
		v.names[c.Model] = name
	}
	return name
}

// reader reads a GPU: through Level Zero where there is one, and from the
// driver's files for what that does not say.
type reader struct {
	files  *files
	sysman *sysman // nil without Level Zero
}

// Read reads the sensors.
func (r *reader) Read(now time.Time) (v gpu.Reading, err error) {
	if r.files.card.Asleep() {
		return v, nil
	}
	if !r.files.card.Device.There() {
		return gpu.Reading{Lost: true}, fmt.Errorf("read %s: %w", r.files.card.Name, os.ErrNotExist)
	}
	if r.sysman != nil {
		if err = r.sysman.read(&v); v.Lost {
			return v, err
		}
	}
	r.files.complete(&v, now)
	return v, err
}
