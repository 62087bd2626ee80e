package intel

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"platform/internal/collector/drm"
	"platform/internal/collector/gpu"
	"platform/internal/collector/host"
	"platform/internal/collector/source/intel/levelzero"
)

// files are those of the i915 or xe driver.
type files struct {
	card drm.Card
	node string // the render node, below /dev

	joules   *float64 // of the reading before
	joulesAt time.Time
}

func newReader(h host.Root, c drm.Card, dev *levelzero.Device) *reader {
	f := &files{card: c}
	if c.Renderer != "" {
		f.node = filepath.Join(h.Dev, "dri", c.Renderer)
	}
	r := &reader{files: f}
	if dev != nil {
		r.sysman = newSysman(dev)
	}
	return r
}

// complete fills in what v lacks.
func (f *files) complete(v *gpu.Reading, now time.Time) {
	f.completeSensors(v, now)
	if v.GraphicsClock == nil {
		v.GraphicsClock = f.clock()
	}
	if v.Throttle == nil {
		v.Throttle = f.throttle()
	}
	if v.MemoryLimit == nil && f.node != "" {
		v.MemoryLimit, v.MemoryUsage = queryMemory(f.node, f.card.Driver)
	}
}

// completeSensors reads temperatures, energy, the limit and fans. There is no
// sensor for the draw: it is derived from the energy.
func (f *files) completeSensors(v *gpu.Reading, now time.Time) {
	h, ok := drm.Hwmon(f.card.Device, f.card.Driver)
	if !ok {
		return
	}
	orElse(&v.DieTemperature, drm.Temperature(h, "pkg"), h.Scaled("temp1_input", 1000))
	orElse(&v.MemoryTemperature, drm.Temperature(h, "vram"))
	orElse(&v.FanRPM, drm.Fastest(h))
	orElse(&v.PowerLimit, limit(h, "power1_max"), limit(h, "power1_cap"), limit(h, "power2_max"), limit(h, "power1_rated_max"))
	joules := first(h.Scaled("energy1_input", 1e6), h.Scaled("energy2_input", 1e6))
	if v.Energy == nil && joules != nil {
		v.Energy = joules
		if b := f.joules; b != nil && *joules >= *b && now.After(f.joulesAt) {
			v.PowerAverage = new((*joules - *b) / now.Sub(f.joulesAt).Seconds())
		}
		f.joules, f.joulesAt = joules, now
	}
}

// limit is a power limit in W; 0 is none.
func limit(h drm.Dir, name string) *float64 {
	if w := h.Scaled(name, 1e6); w != nil && *w > 0 {
		return w
	}
	return nil
}

func first[T any](values ...*T) *T {
	for _, v := range values {
		if v != nil {
			return v
		}
	}
	return nil
}

func orElse[T any](p **T, others ...*T) {
	if *p == nil {
		*p = first(others...)
	}
}

// graphics returns the directories of the graphics engines: the first of each
// tile of xe, where another one is for media, and all of i915.
func (f *files) graphics() (all []drm.Dir) {
	if f.card.Driver == "i915" {
		for _, name := range sorted(f.card.Sub("gt"), "gt") {
			all = append(all, f.card.Sub("gt/"+name))
		}
		return all
	}
	for _, tile := range sorted(f.card.Device, "tile") {
		dir := f.card.Device.Sub(tile)
		if gts := sorted(dir, "gt"); len(gts) > 0 {
			all = append(all, dir.Sub(gts[0]))
		}
	}
	return all
}

// sorted lists the names that begin with prefix and a digit.
func sorted(d drm.Dir, prefix string) (all []string) {
	for _, name := range d.Names() {
		rest, ok := strings.CutPrefix(name, prefix)
		if ok && rest != "" && strings.Trim(rest, "0123456789") == "" {
			all = append(all, name)
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return all
}

// clock returns the highest of the clocks in Hz.
func (f *files) clock() (hz *uint64) {
	var mhz []*uint64
	for _, gt := range f.graphics() {
		mhz = append(mhz, first(gt.Uint("rps_act_freq_mhz"), gt.Uint("freq0/act_freq")))
	}
	if len(mhz) == 0 {
		mhz = append(mhz, f.card.Uint("gt_act_freq_mhz")) // before i915 had directories
	}
	for _, m := range mhz {
		if m != nil && *m < 1e6 && (hz == nil || *m*1e6 > *hz) {
			hz = new(*m * 1e6)
		}
	}
	return hz
}
