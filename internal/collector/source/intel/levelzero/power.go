package levelzero

import "unsafe"

// Power is a domain whose power is measured.
type Power struct {
	lib *Library
	h   uintptr
}

// Power returns the domain of the whole card; when there is none, the first
// one of the device as a whole.
func (d *Device) Power() (*Power, error) {
	var h uintptr
	if call(d.lib.cardPower, d.h, uintptr(unsafe.Pointer(&h))) == 0 && h != 0 {
		return &Power{d.lib, h}, nil
	}
	handles, err := list(d.lib.powers, d.h)
	if err != nil {
		return nil, err
	}
	for _, h := range handles {
		p := powerProperties{head: head{stype: typePower}}
		if call(d.lib.powerProperties, h, uintptr(unsafe.Pointer(&p))) == 0 && p.onSubdevice == 0 {
			return &Power{d.lib, h}, nil
		}
	}
	return nil, Unsupported
}

// Energy returns the energy that was used, in µJ, and when, in µs of the
// device.
func (p *Power) Energy() (uj, at uint64, err error) {
	var c energyCounter
	err = call(p.lib.energy, p.h, uintptr(unsafe.Pointer(&c))).err()
	return c.energy, c.timestamp, err
}

const (
	levelSustained = 1
	unitPower      = 2 // of a limit: mW and not mA
	maxLimits      = 16
)

// Limit returns the sustained limit in mW, Unsupported when there is none.
func (p *Power) Limit() (mw int32, err error) {
	var n uint32
	if call(p.lib.limitsExt, p.h, uintptr(unsafe.Pointer(&n)), 0) == 0 && n > 0 {
		n = min(n, maxLimits)
		limits := make([]limitExt, n)
		for i := range limits {
			limits[i].stype = typeLimit
		}
		if call(p.lib.limitsExt, p.h, uintptr(unsafe.Pointer(&n)), uintptr(unsafe.Pointer(&limits[0]))) == 0 {
			for _, l := range limits[:min(int(n), len(limits))] {
				if l.level == levelSustained && l.unit == unitPower && l.limit > 0 {
					return l.limit, nil
				}
			}
		}
	}
	var s sustainedLimit
	if err := call(p.lib.limits, p.h, uintptr(unsafe.Pointer(&s)), 0, 0).err(); err != nil {
		return 0, err
	}
	if s.enabled == 0 || s.power <= 0 {
		return 0, Unsupported
	}
	return s.power, nil
}

// Kinds of frequency domains.
const (
	FrequencyGPU    = 0
	FrequencyMemory = 1
)

// Frequency is a domain with a clock.
type Frequency struct {
	lib  *Library
	h    uintptr
	Kind int32
}

// Frequencies returns the domains.
func (d *Device) Frequencies() ([]Frequency, error) {
	handles, err := list(d.lib.frequencies, d.h)
	var all []Frequency
	for _, h := range handles {
		p := frequencyProperties{head: head{stype: typeFrequency}}
		if call(d.lib.frequencyProperties, h, uintptr(unsafe.Pointer(&p))) == 0 {
			all = append(all, Frequency{d.lib, h, p.kind})
		}
	}
	return all, err
}

// State returns the clock in MHz, negative when unknown, and why it is held
// down, as bits.
func (f Frequency) State() (mhz float64, throttle uint32, err error) {
	s := frequencyState{head: head{stype: typeFreqState}}
	err = call(f.lib.frequencyState, f.h, uintptr(unsafe.Pointer(&s))).err()
	return s.actual, s.throttle, err
}
