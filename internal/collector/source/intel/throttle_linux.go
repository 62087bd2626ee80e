package intel

import "platform/internal/collector/drm"

// reasonFiles are the files of both drivers that say why clocks are held down,
// without the prefix that differs.
var reasonFiles = [...]struct{ name, reason string }{
	{"pl1", averagePower},
	{"pl2", burstPower},
	{"pl4", current},
	{"thermal", thermal},
	{"ratl", thermal},
	{"prochot", "prochot"},
	{"vr_thermalert", "vr_thermal"},
	{"vr_tdc", current},
}

// throttle returns the reasons; nil when the driver does not tell.
func (f *files) throttle() (all []string) {
	for _, gt := range f.graphics() {
		dir, prefix, status := gt, "throttle_reason_", "throttle_reason_status"
		if f.card.Driver == "xe" {
			dir, prefix, status = gt.Sub("freq0/throttle"), "reason_", "status"
		}
		on := dir.Uint(status)
		if on == nil {
			continue
		}
		if all == nil {
			all = []string{}
		}
		if *on != 0 {
			all = addReasonFiles(all, dir, prefix)
		}
	}
	return all
}

func addReasonFiles(all []string, dir drm.Dir, prefix string) []string {
	before := len(all)
	for _, r := range reasonFiles {
		if on := dir.Uint(prefix + r.name); on != nil && *on != 0 {
			all = appendNew(all, r.reason)
		}
	}
	if len(all) == before && before == 0 {
		all = append(all, "unspecified")
	}
	return all
}
