package cuda

import (
	"fmt"
	"sync/atomic"
	"testing"

	"platform/internal/collector/gpu"
	"platform/internal/collector/metrics"
)

// twoDevices is a host with two GPUs.
type twoDevices struct{}

func (twoDevices) CUDADevices() []Device {
	return []Device{
		{Device: gpu.Device{ID: "GPU-a", Vendor: "nvidia", Index: 0}, Minor: 0, Cores: 1000},
		{Device: gpu.Device{ID: "GPU-b", Vendor: "nvidia", Index: 1}, Minor: 1, Cores: 1000},
	}
}

func TestTheDeviceIsTheOneTheThreadSelected(t *testing.T) {
	s, a := traced(t, Options{Devices: twoDevices{}}, "CUDA_VISIBLE_DEVICES=1,0")
	launch := func(n int) string { return fmt.Sprintf("call 0 %d cudaLaunchKernel%s7", n, dim3Launch) }
	a.run(launch(1)) // before any selection
	a.run("call 0 1 cudaSetDevice 0", launch(10))
	a.run("call 0 1 cudaSetDevice 99", launch(100)) // refused
	a.run("call 0 1 cudaSetDevice 1", launch(1000))
	a.run("call 0 1 cuDevicePrimaryCtxRetain &5 0", "call 0 1 cuCtxSetCurrent *5", launch(10000))
	a.run("call 0 1 cuCtxCreate_v2 &6 0 1", launch(2000))
	a.run("call 0 1 cuCtxPushCurrent_v2 *5", launch(20000), "call 0 1 cuCtxPopCurrent_v2 &7", launch(4000))
	snap := take(t, s)
	f := func(id string, want float64) {
		t.Helper()
		got := value(snap, metrics.KernelLaunches, pidIs(a.pid()), "hw.id="+id)
		expect(t, "launches on "+id, got, want)
	}
	f("GPU-b", 10+100+10000+20000) // the process's device 0
	f("GPU-a", 1000+2000+4000)
	f("", 1)
}

// lateDevices become known when told.
type lateDevices struct{ known atomic.Bool }

func (d *lateDevices) CUDADevices() []Device {
	if !d.known.Load() {
		return nil
	}
	return oneDevice{}.CUDADevices()
}

func TestDevicesMayBecomeKnownLate(t *testing.T) {
	devices := &lateDevices{}
	s, a := traced(t, Options{Devices: devices})
	launch := "call 0 5 cudaLaunchKernel" + dim3Launch + "7"
	a.run(launch)
	take(t, s)
	devices.known.Store(true)
	a.run(launch)
	snap := take(t, s)
	expect(t, "launches", value(snap, metrics.KernelLaunches, pidIs(a.pid())), 10)
	expect(t, "launches on the device", value(snap, metrics.KernelLaunches, pidIs(a.pid()), "hw.id=GPU-a"), 5)
}
