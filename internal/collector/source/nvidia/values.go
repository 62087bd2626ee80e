package nvidia

// values is memory for the values of a reading, reused in every tick.
type values struct {
	floats  [32]float64
	uints   [32]uint64
	reasons [len(throttleReasons)]string
	nf, nu  int
}

func (v *values) reset() { v.nf, v.nu = 0, 0 }

func (v *values) float(x float64) *float64 {
	if v.nf == len(v.floats) {
		return new(x)
	}
	p := &v.floats[v.nf]
	v.nf++
	*p = x
	return p
}

func (v *values) uint(x uint64) *uint64 {
	if v.nu == len(v.uints) {
		return new(x)
	}
	p := &v.uints[v.nu]
	v.nu++
	*p = x
	return p
}

func (v *values) percent(x uint32) *float64 { return v.float(float64(x) / 100) }

// throttleReasons are the bits that mean that the GPU is slower than it could
// be. Idle, clocks set by an application, boost in step with other GPUs and
// display clocks are not among them.
var throttleReasons = [...]struct {
	bit  uint64
	name string
}{
	{0x04, "sw_power_cap"},
	{0x08, "hw_slowdown"},
	{0x20, "sw_thermal"},
	{0x40, "hw_thermal"},
	{0x80, "hw_power_brake"},
}

// throttle names the active reasons; it is empty, not nil, when there is none.
func (v *values) throttle(bits uint64) []string {
	active := v.reasons[:0]
	for _, r := range throttleReasons {
		if bits&r.bit != 0 {
			active = append(active, r.name)
		}
	}
	return active
}
