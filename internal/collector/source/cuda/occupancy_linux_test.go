package cuda

import (
	"testing"

	"platform/internal/collector/metrics"
)

func TestOccupancyFollowsLaunchesAndSyncs(t *testing.T) {
	s, a := traced(t, Options{})
	usage := func() (cores, active float64) {
		snap := take(t, s)
		expect(t, "core limit", value(snap, metrics.CoreLimit, "hw.id=GPU-a"), 1000)
		active = value(snap, metrics.ProcessEstimatedActive, pidIs(a.pid()))
		expect(t, "the device's activity", value(snap, metrics.EstimatedActive, "hw.id=GPU-a"), active)
		return value(snap, metrics.ProcessCoreUsage, pidIs(a.pid())), active
	}
	a.run("call 0 1 cudaSetDevice 0")
	usage()
	a.run("call 0 1 cudaLaunchKernel" + dim3Launch + "0x70")
	usage()
	cores, active := usage() // the span is open through the whole interval
	expect(t, "active with an open span", active, 1)
	expect(t, "cores with an open span", cores, launchSize)
	a.run("call 0 1 cudaLaunchKernel 0x1000 0x1000000400 1 0x100000400 1 0 0 0x80") // more threads than cores
	usage()
	cores, active = usage()
	expect(t, "active with two spans", active, 1)
	if cores < 999.9 || cores > 1000.1 {
		t.Errorf("two spans use %v cores, want the device's 1000", cores)
	}
	a.run("call 0 1 cudaDeviceSynchronize")
	usage()
	cores, active = usage()
	expect(t, "active after the sync", active, 0)
	expect(t, "cores after the sync", cores, 0)
}

func TestAnEventEndsTheLaunchesBeforeItsRecord(t *testing.T) {
	s, a := traced(t, Options{})
	launch := "call 0 3 cudaLaunchKernel" + dim3Launch + "0x70"
	a.run("call 0 1 cudaSetDevice 0", launch, "call 0 1 cudaEventRecord 0xe0 0x70", launch, "call 0 1 cuEventQuery 0xe0")
	expect(t, "durations while the event is not ready", value(take(t, s), metrics.KernelDuration, pidIs(a.pid())), 0)
	a.run("call 0 1 cudaEventSynchronize 0xe0")
	take(t, s)
	snap := take(t, s) // the later launches are still open
	expect(t, "active", value(snap, metrics.ProcessEstimatedActive, pidIs(a.pid())), 1)
	a.run("call 0 1 cudaStreamSynchronize 0x70")
	take(t, s)
	expect(t, "active after the stream's sync", value(take(t, s), metrics.ProcessEstimatedActive, pidIs(a.pid())), 0)
}
