package intel

import (
	"context"
	"time"

	"platform/internal/collector/drm"
	"platform/internal/collector/gpu"
	"platform/internal/collector/watch"
)

// Users reads the processes that have a GPU open. When all of them can be seen,
// what they use together is what the device is used.
func (v *vendor) Users(ctx context.Context, now time.Time, devices []gpu.Device) (map[string]watch.Use, error) {
	holders, err := v.opt.Scanner.Holders(ctx)
	if err != nil {
		return nil, err
	}
	clients := v.meter.Read(holders, now)
	use := map[string]watch.Use{}
	for _, d := range devices {
		u := watch.Use{Processes: v.meter.Processes(clients[d.PCI])}
		if v.opt.Scanner.Hidden() == 0 {
			busy, memory := drm.Sum(clients[d.PCI])
			u.Memory = memory
			if v.meter.Ready() {
				u.Utilization = v.meter.Tasks(busy)
				if u.Utilization.General == nil {
					u.Utilization.General = new(0.0)
				}
			}
		}
		use[d.ID] = u
	}
	return use, nil
}

// engineTask says what the engines that i915 and xe count do. Video engines
// encode and decode, and are counted together: as encoders.
func engineTask(engine string) drm.Task {
	switch engine {
	case "render", "compute", "rcs", "ccs":
		return drm.General
	case "video", "vcs":
		return drm.Encoder
	}
	return drm.None
}
