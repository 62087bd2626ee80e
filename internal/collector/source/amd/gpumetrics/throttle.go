package gpumetrics

// Reasons for which clocks are held down.
const (
	power         = "ppt_power"
	current       = "current"
	socketThermal = "socket_thermal"
	vrThermal     = "vr_thermal"
	memoryThermal = "memory_thermal"
	prochot       = "prochot"
	unspecified   = "unspecified"
)

// reasonBits are the bits that mean the same on all chips.
var reasonBits = [...]struct {
	first, last uint
	reason      string
}{
	{0, 15, power},
	{16, 31, current},
	{32, 33, socketThermal},
	{34, 34, memoryThermal},
	{35, 37, socketThermal},
	{38, 41, vrThermal},
	{42, 43, socketThermal}, // the coolant
	{44, 45, vrThermal},
	{46, 47, prochot},
	{56, 57, unspecified},
}

// Residency counts cycles of the firmware, and those in which a reason held.
// The counts wrap.
type Residency struct {
	Cycles uint32
	held   [len(residencies)]uint32
}

// residencies are the reasons in the order in which the table counts them.
var residencies = [...]string{prochot, power, socketThermal, vrThermal, memoryThermal}

// throttle reads why clocks are held down.
func (t *Table) throttle(v view, l *layout) {
	if bits, ok := v.u64(l.reasons); ok {
		t.Throttle = reasons(bits)
	} else if bits, ok := v.u32(l.status); ok {
		t.Throttle = []string{}
		if bits != 0 {
			t.Throttle = []string{unspecified}
		}
	}
	cycles, ok := v.u32(l.residency)
	if !ok {
		return
	}
	r := &Residency{Cycles: cycles}
	for i := range residencies {
		r.held[i], _ = v.u32(l.residency + 4 + 4*i)
	}
	t.Residency = r
}

// reasons names the bits that are set; it is empty, not nil, when none is.
func reasons(bits uint64) []string {
	found := []string{}
	for _, b := range reasonBits {
		mask := uint64(1)<<(b.last+1) - uint64(1)<<b.first
		if bits&mask != 0 {
			found = appendNew(found, b.reason)
		}
	}
	return found
}

func appendNew(all []string, s string) []string {
	for _, have := range all {
		if have == s {
			return all
		}
	}
	return append(all, s)
}

// Since returns the reasons that held between before and r; nil when that
// cannot be told, because no cycle has passed.
func (r *Residency) Since(before *Residency) []string {
	if r == nil || before == nil || r.Cycles == before.Cycles {
		return nil
	}
	found := []string{}
	for i, reason := range residencies {
		if r.held[i] != before.held[i] {
			found = append(found, reason)
		}
	}
	return found
}
