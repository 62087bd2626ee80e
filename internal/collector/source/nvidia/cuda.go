package nvidia

import "platform/internal/collector/gpu"

// CUDADevice is a device as programs that compute on it know it.
type CUDADevice struct {
	gpu.Device
	Minor           int // N of /dev/nvidiaN; a MIG instance has its parent's
	Cores           int // 0 when unknown
	Multiprocessors int // 0 when unknown
}

// CUDADevices returns the devices in the order of their PCI addresses, each
// MIG instance after its parent.
func (s *Source) CUDADevices() []CUDADevice {
	devices, _ := s.devices()
	all := make([]CUDADevice, len(devices))
	for i, d := range devices {
		all[i] = CUDADevice{d.Device, int(d.minor), int(d.cores), int(d.multiprocessors)}
	}
	return all
}
