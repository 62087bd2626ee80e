package nvml

import "unsafe"

// GPM metrics that the collector asks for.
const (
	GPMGraphicsUtil = 1  // percent
	GPMPCIeTransmit = 20 // MiB/s
	GPMPCIeReceive  = 21 // MiB/s
)

// GPMSupported reports whether the GPU keeps performance counters: from Hopper
// on.
func (d *Device) GPMSupported() bool {
	d.out.gpm = gpmSupport{version: 1}
	r := d.lib.call(d.lib.gpmSupport, d.h, uintptr(unsafe.Pointer(&d.out.gpm)))
	return r == 0 && d.out.gpm.supported == 1
}

// GPM holds two samples of the performance counters of a device. The library
// does not take its calls side by side: the caller sees to that.
type GPM struct {
	lib    *Library
	newest uintptr // the zero handle before the first sample
	oldest uintptr
	ask    *gpmMetrics
}

// NewGPM allocates the samples.
func (l *Library) NewGPM(metrics ...uint32) (*GPM, error) {
	g := &GPM{lib: l, ask: &gpmMetrics{version: 1, count: uint32(min(len(metrics), maxGPMMetrics))}}
	for i := range g.ask.count {
		g.ask.metrics[i].id = metrics[i]
	}
	for _, s := range []*uintptr{&g.newest, &g.oldest} {
		var h uintptr
		if err := l.call(l.gpmAlloc, uintptr(unsafe.Pointer(&h))).err(); err != nil {
			g.Close()
			return nil, err
		}
		*s = h
	}
	return g, nil
}

// Close frees the samples.
func (g *GPM) Close() {
	for _, s := range []*uintptr{&g.newest, &g.oldest} {
		if *s != 0 {
			g.lib.call(g.lib.gpmFree, *s)
			*s = 0
		}
	}
}

// Sample reads the counters of d; the sample before becomes the older one.
func (g *GPM) Sample(d *Device) error {
	g.newest, g.oldest = g.oldest, g.newest
	return g.lib.call(g.lib.gpmGet, d.h, g.newest).err()
}

// SampleMIG reads the counters of a GPU instance of parent.
func (g *GPM) SampleMIG(parent *Device, gpuInstance uint32) error {
	g.newest, g.oldest = g.oldest, g.newest
	return g.lib.call(g.lib.gpmMIGGet, parent.h, uintptr(gpuInstance), g.newest).err()
}

// Between computes the metrics over the time between the two samples.
func (g *GPM) Between() error {
	g.ask.sample1, g.ask.sample2 = g.oldest, g.newest
	return g.lib.call(g.lib.gpmMetrics, uintptr(unsafe.Pointer(g.ask))).err()
}

// Value returns the metric that was the i-th to be asked for.
func (g *GPM) Value(i int) (float64, error) {
	m := &g.ask.metrics[i]
	return m.value, Return(m.ret).err()
}
