package cuda

import (
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// process is what was counted of one process since it was first seen.
type process struct {
	pid     uint32
	start   uint64 // clock ticks after boot; tells apart processes of one pid
	name    string
	since   time.Time
	names   *names
	devices []Device // as the process numbers them

	places   map[string]*activity // by hw.id, "" for an unknown device
	launches uint64
	threads  uint64 // of those launches
	gone     bool   // it has ended; its totals are final
}

// usual is the mean number of threads of the process's launches.
func (p *process) usual(cores float64) float64 {
	if p.launches == 0 {
		return cores
	}
	return float64(p.threads) / float64(p.launches)
}

// device resolves what the kernel programs know of a device: its number in the
// process plus one. A process that sees one device means that one.
func (p *process) device(number uint32) *Device {
	switch {
	case number > 0 && int(number) <= len(p.devices):
		return &p.devices[number-1]
	case number == 0 && len(p.devices) == 1:
		return &p.devices[0]
	}
	return nil
}

// activity is what a process did on one device.
type activity struct {
	entity     *sample.Entity // process and device
	copyEntity *sample.Entity // the same without the process's name

	kernels     map[string]*kernelTotals
	graphs      int64
	graphTime   *sample.Histogram
	allocated   int64
	allocations bool
	copies      map[uint32]*sample.Histogram

	occupancy *sample.Entity // nil without a device
	reported  bool           // occupancy was emitted
}

type kernelTotals struct {
	calls                         int64
	grid, block, shared, duration *sample.Histogram
}

// at returns the activity of p on the device with that number.
func (p *process) at(number uint32) *activity {
	d := p.device(number)
	id := ""
	if d != nil {
		id = d.ID
	}
	a := p.places[id]
	if a == nil {
		a = newActivity(p, d)
		p.places[id] = a
	}
	return a
}

func newActivity(p *process, d *Device) *activity {
	pid := attribute.Int(metrics.ProcessPID.Name, int(p.pid))
	attrs := []attribute.KeyValue{pid, attribute.String(metrics.MeasuredBy.Name, "ebpf")}
	a := &activity{kernels: map[string]*kernelTotals{}, copies: map[uint32]*sample.Histogram{}}
	if d != nil {
		attrs = append(attrs, attribute.String(metrics.HWID.Name, d.ID), attribute.Int(metrics.GPUIndex.Name, d.Index))
		modelled := d.Device
		modelled.Source = "ebpf_model"
		a.occupancy = sample.NewEntity(append(modelled.Attributes(), pid, attribute.String(metrics.ProcessExecutable.Name, p.name))...)
	}
	a.copyEntity = sample.NewEntity(attrs...).Since(p.since)
	a.entity = sample.NewEntity(append(attrs[:len(attrs):len(attrs)], attribute.String(metrics.ProcessExecutable.Name, p.name))...).Since(p.since)
	return a
}

// addKernel adds what a kernel's counts grew by.
func (p *process) addKernel(key kernelKey, now, before *kernelStats, from lookups) {
	calls := now.Calls - before.Calls
	if calls == 0 && now.Durations == before.Durations {
		return
	}
	a := p.at(key.Device)
	if key.Func == graphKernel {
		a.graphs += int64(calls)
		if a.graphTime == nil {
			a.graphTime = sample.NewHistogram(metrics.KernelDuration)
		}
		recordDurations(a.graphTime, now, before)
		return
	}
	p.launches += calls
	p.threads += now.Threads - before.Threads
	label := p.names.label(key.Func, from)
	k := a.kernels[label]
	if k == nil {
		k = &kernelTotals{grid: sample.NewHistogram(metrics.KernelGridSize), block: sample.NewHistogram(metrics.KernelBlockSize),
			shared: sample.NewHistogram(metrics.KernelSharedMemory), duration: sample.NewHistogram(metrics.KernelDuration)}
		a.kernels[label] = k
	}
	k.calls += int64(calls)
	gridPlaces.record(k.grid, now.GridLog2[:], before.GridLog2[:], now.Threads-before.Threads)
	blockPlaces.record(k.block, now.BlockLog2[:], before.BlockLog2[:], now.Block-before.Block)
	sharedPlaces.record(k.shared, now.SharedLog2[:], before.SharedLog2[:], now.Shared-before.Shared)
	recordDurations(k.duration, now, before)
}

// addMemory adds what was allocated.
func (p *process) addMemory(key deviceKey, now, before *memoryStats) {
	if now.Allocations != before.Allocations {
		a := p.at(key.Device)
		a.allocated += int64(now.Bytes - before.Bytes)
		a.allocations = true
	}
}

// addCopies adds what was copied.
func (p *process) addCopies(key copyKey, now, before *copyStats) {
	if now.Calls == before.Calls {
		return
	}
	a := p.at(key.Device)
	h := a.copies[key.Kind]
	if h == nil {
		h = sample.NewHistogram(metrics.CUDACopies)
		a.copies[key.Kind] = h
	}
	copyPlaces.record(h, now.Log2[:], before.Log2[:], now.Bytes-before.Bytes)
}

// kindNames are the values of cuda.memcpy.kind.
var kindNames = [...]string{"HostToHost", "HostToDevice", "DeviceToHost", "DeviceToDevice", "Unknown"}

func kindName(kind uint32) string {
	if int(kind) < len(kindNames) {
		return kindNames[kind]
	}
	return strconv.Itoa(int(kind))
}

// emit adds everything counted of a to the batch.
func (a *activity) emit(b *sample.Batch) {
	for name, k := range a.kernels {
		b.Int(a.entity, metrics.KernelLaunches, k.calls, name)
		b.Histogram(a.entity, metrics.KernelGridSize, k.grid, name)
		b.Histogram(a.entity, metrics.KernelBlockSize, k.block, name)
		b.Histogram(a.entity, metrics.KernelSharedMemory, k.shared, name)
		if k.duration.Count > 0 {
			b.Histogram(a.entity, metrics.KernelDuration, k.duration, name)
		}
	}
	if a.graphs > 0 {
		b.Int(a.entity, metrics.GraphLaunches, a.graphs)
	}
	if a.graphTime != nil && a.graphTime.Count > 0 {
		b.Histogram(a.entity, metrics.KernelDuration, a.graphTime, graphLabel, "graph")
	}
	if a.allocations {
		b.Int(a.entity, metrics.CUDAAllocations, a.allocated)
	}
	for kind, h := range a.copies {
		b.Histogram(a.copyEntity, metrics.CUDACopies, h, kindName(kind))
	}
}
