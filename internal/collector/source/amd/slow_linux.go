package amd

import (
	"errors"
	"io/fs"
	"strings"
	"sync"
	"syscall"
	"time"

	"platform/internal/collector/drm"
	"platform/internal/collector/gpu"
)

// slow is what is read apart from the rest, because it takes long or has to be
// read more often.
type slow struct {
	card drm.Card

	// Of the goroutine that reads.
	noTraffic bool      // the GPU does not count packets
	windowEnd time.Time // of the last count of packets
	errorsAt  time.Time
	powerAt   time.Time
	power     float64 // W, at powerAt

	mu      sync.Mutex
	counted bool // the firmware counts energy itself
	energy  *float64
	pcie    *gpu.IO
	ce, ue  *uint64
}

const (
	pause       = time.Second      // between two counts of packets, which take a second each
	errorsEvery = 30 * time.Second // each file of them asks the hardware
)

// read makes one pass. The count of packets comes last: the driver counts for a
// second, and only while it is asked to.
func (s *slow) read(now time.Time) time.Duration {
	if s.card.Asleep() {
		s.powerAt, s.windowEnd = time.Time{}, time.Time{}
		return pause
	}
	s.integratePower(now)
	if now.Sub(s.errorsAt) >= errorsEvery {
		s.readErrors()
		s.errorsAt = now
	}
	s.readTraffic()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.noTraffic && s.counted {
		return errorsEvery
	}
	return pause
}

// noteCounted says that the firmware counts energy itself. That stays so when
// it is not known for a while: another count would begin at zero.
func (s *slow) noteCounted() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counted, s.energy = true, nil
}

// integratePower counts energy from the draw, where the firmware does not.
func (s *slow) integratePower(now time.Time) {
	s.mu.Lock()
	counted := s.counted
	s.mu.Unlock()
	if counted {
		return
	}
	h, _ := drm.Hwmon(s.card.Device, "amdgpu")
	p := positive(either(h.Scaled("power1_average", 1e6), h.Scaled("power1_input", 1e6)))
	if p == nil {
		s.powerAt = time.Time{}
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.counted: // as it turned out meanwhile
	case s.energy == nil:
		s.energy = new(0.0)
	case !s.powerAt.IsZero():
		s.energy = new(*s.energy + (s.power+*p)/2*now.Sub(s.powerAt).Seconds())
	}
	s.power, s.powerAt = *p, now
}

// readErrors adds up the errors of all parts of the GPU.
func (s *slow) readErrors() {
	dir := s.card.Device.Sub("ras")
	var ce, ue *uint64
	for _, name := range dir.Names() {
		if !strings.HasSuffix(name, "_err_count") {
			continue
		}
		raw, err := dir.Read(name)
		if err != nil {
			continue
		}
		if c, u, ok := parseErrorCount(raw); ok {
			ce, ue = plus(ce, c), plus(ue, u)
		}
	}
	s.mu.Lock()
	s.ce, s.ue = ce, ue
	s.mu.Unlock()
}

func plus(sum *uint64, n uint64) *uint64 {
	if sum != nil {
		n += *sum
	}
	return &n
}

// readTraffic adds the bytes of a second, for all the time since the last one.
func (s *slow) readTraffic() {
	if s.noTraffic {
		return
	}
	raw, err := s.card.Device.Read("pcie_bw")
	end := time.Now()
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENODATA) || errors.Is(err, syscall.EOPNOTSUPP) {
		s.noTraffic = true
	}
	t, ok := parseTraffic(raw)
	if err != nil || !ok {
		s.windowEnd = time.Time{}
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var io gpu.IO
	if s.pcie != nil {
		io = *s.pcie
	} else {
		io.Since = end.Add(-time.Second)
	}
	seconds := 1.0
	if !s.windowEnd.IsZero() {
		seconds = end.Sub(s.windowEnd).Seconds()
	}
	io.Receive += uint64(float64(t.received*t.payload) * seconds)
	io.Transmit += uint64(float64(t.sent*t.payload) * seconds)
	s.pcie, s.windowEnd = &io, end
}

// fill adds the latest to a reading.
func (s *slow) fill(v *gpu.Reading) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v.Energy, v.PCIe = s.energy, s.pcie
	v.Errors.RASCorrected, v.Errors.RASUncorrected = s.ce, s.ue
}
