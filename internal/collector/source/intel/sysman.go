//go:build linux || windows

package intel

import (
	"fmt"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/source/intel/levelzero"
)

// sysman reads a GPU through Level Zero. It remembers what the driver refuses:
// many of its answers need privileges, or hardware that the GPU lacks.
type sysman struct {
	dev     *levelzero.Device
	parts   *parts // nil until they were asked for
	refused map[string]time.Time
	err     error // the first one of this reading that is no refusal
	lost    bool

	engines map[int]activity // by index, of the reading before
	energy  *energyAt        // of the reading before
}

// parts are the things of a GPU that are asked one by one.
type parts struct {
	engines  []levelzero.Engine
	memories []levelzero.Memory
	sensors  []levelzero.Sensor
	fans     []levelzero.Fan
	clocks   []levelzero.Frequency
	power    *levelzero.Power
}

type energyAt struct{ uj, at uint64 }

func newSysman(dev *levelzero.Device) *sysman {
	return &sysman{dev: dev, refused: map[string]time.Time{}, engines: map[int]activity{}}
}

// askAgainAfter is how long a refusal is believed.
const askAgainAfter = time.Hour

// may reports whether to ask.
func (s *sysman) may(what string) bool {
	at, refused := s.refused[what]
	return !s.lost && (!refused || time.Since(at) > askAgainAfter)
}

// note takes an answer down and reports whether it is one.
func (s *sysman) note(what string, err error) bool {
	switch {
	case err == nil:
		return true
	case levelzero.Lost(err):
		s.lost, s.err = true, err
	case levelzero.Refused(err):
		s.refused[what] = time.Now()
	case s.err == nil:
		s.err = fmt.Errorf("ask for %s: %w", what, err)
	}
	return false
}

// find lists the parts, once; a GPU that was lost has new ones.
func (s *sysman) find() {
	if s.parts != nil {
		return
	}
	p := &parts{}
	var err error
	if p.engines, err = s.dev.Engines(); !s.note("engines", err) {
		p.engines = nil
	}
	if p.memories, err = s.dev.Memories(); !s.note("memory modules", err) {
		p.memories = nil
	}
	if p.sensors, err = s.dev.Sensors(); !s.note("temperature sensors", err) {
		p.sensors = nil
	}
	if p.fans, err = s.dev.Fans(); !s.note("fans", err) {
		p.fans = nil
	}
	if p.clocks, err = s.dev.Frequencies(); !s.note("frequency domains", err) {
		p.clocks = nil
	}
	if p.power, err = s.dev.Power(); !s.note("power domains", err) {
		p.power = nil
	}
	if s.err == nil {
		s.parts = p
	}
}

// read fills v with what the library says.
func (s *sysman) read(v *gpu.Reading) error {
	s.err, s.lost = nil, false
	s.find()
	if p := s.parts; p != nil {
		s.readEngines(v, p.engines)
		s.readMemory(v, p.memories)
		s.readSensors(v, p)
		s.readPower(v, p.power)
		s.readClocks(v, p.clocks)
		s.readTraffic(v)
	}
	if s.lost {
		s.parts = nil
		*v = gpu.Reading{Lost: true}
	}
	return s.err
}

// readMemory adds up the modules of the device itself.
func (s *sysman) readMemory(v *gpu.Reading, all []levelzero.Memory) {
	for _, m := range all {
		if !m.Device || !s.may("memory state") {
			continue
		}
		size, free, err := m.State()
		if !s.note("memory state", err) || free > size {
			continue
		}
		v.MemoryLimit, v.MemoryUsage = plus(v.MemoryLimit, size), plus(v.MemoryUsage, size-free)
		v.MemoryFree = plus(v.MemoryFree, free)
	}
}

func plus(sum *uint64, n uint64) *uint64 {
	if sum != nil {
		n += *sum
	}
	return &n
}

// readSensors takes the hottest sensor of each place, and the fastest fan.
func (s *sysman) readSensors(v *gpu.Reading, p *parts) {
	var global *float64
	for _, sensor := range p.sensors {
		to := map[int32]**float64{
			levelzero.SensorGlobal: &global, levelzero.SensorGPU: &v.DieTemperature, levelzero.SensorMemory: &v.MemoryTemperature,
		}[sensor.Kind]
		if to == nil || !s.may("temperature") {
			continue
		}
		t, err := sensor.Temperature()
		if s.note("temperature", err) && t > 0 && (*to == nil || t > **to) {
			*to = &t
		}
	}
	if v.DieTemperature == nil {
		v.DieTemperature = global
	}
	for _, fan := range p.fans {
		if !s.may("fan speed") {
			break
		}
		rpm, err := fan.RPM()
		if s.note("fan speed", err) && rpm >= 0 && (v.FanRPM == nil || float64(rpm) > *v.FanRPM) {
			v.FanRPM = new(float64(rpm))
		}
	}
}

// readPower derives the draw from the energy since the last reading.
func (s *sysman) readPower(v *gpu.Reading, p *levelzero.Power) {
	if p == nil {
		return
	}
	if s.may("energy") {
		uj, at, err := p.Energy()
		if s.note("energy", err) {
			v.Energy = new(float64(uj) / 1e6)
			if b := s.energy; b != nil && at > b.at && uj >= b.uj {
				v.PowerAverage = new(float64(uj-b.uj) / float64(at-b.at)) // µJ in µs
			}
			s.energy = &energyAt{uj, at}
		}
	}
	if s.may("power limit") {
		mw, err := p.Limit()
		if s.note("power limit", err) {
			v.PowerLimit = new(float64(mw) / 1000)
		}
	}
}

// throttleReasons are the bits that mean that the GPU is slower than it could
// be. A range that software has set is not among them.
var throttleReasons = [...]struct {
	bit  uint32
	name string
}{
	{0x01, averagePower}, {0x02, burstPower}, {0x04, current}, {0x08, thermal}, {0x10, "psu_alert"}, {0x40, "hw_range"},
}

// Reasons for which clocks are held down.
const (
	averagePower = "average_power"
	burstPower   = "burst_power"
	current      = "current"
	thermal      = "thermal"
)

func (s *sysman) readClocks(v *gpu.Reading, all []levelzero.Frequency) {
	for _, c := range all {
		to := map[int32]**uint64{levelzero.FrequencyGPU: &v.GraphicsClock, levelzero.FrequencyMemory: &v.MemoryClock}[c.Kind]
		if to == nil || !s.may("clock") {
			continue
		}
		mhz, bits, err := c.State()
		if !s.note("clock", err) {
			continue
		}
		if hz := uint64(max(mhz, 0) * 1e6); mhz >= 0 && mhz < 1e6 && (*to == nil || hz > **to) {
			*to = &hz
		}
		if c.Kind == levelzero.FrequencyGPU {
			v.Throttle = addReasons(v.Throttle, bits)
		}
	}
}

// addReasons names the bits that are set; the result is not nil.
func addReasons(all []string, bits uint32) []string {
	if all == nil {
		all = []string{}
	}
	for _, r := range throttleReasons {
		if bits&r.bit != 0 {
			all = appendNew(all, r.name)
		}
	}
	return all
}

func appendNew(all []string, s string) []string {
	for _, have := range all {
		if have == s {
			return all
		}
	}
	return append(all, s)
}

// readTraffic reads the bytes over PCIe; a driver that does not count them may
// answer with zeros.
func (s *sysman) readTraffic(v *gpu.Reading) {
	if !s.may("PCIe traffic") {
		return
	}
	receive, transmit, err := s.dev.Traffic()
	if s.note("PCIe traffic", err) && receive|transmit != 0 {
		v.PCIe = &gpu.IO{Receive: receive, Transmit: transmit}
	}
}
