// Package gpu is what the vendors have in common: what a device and a process
// on it are, what can be read of them, and the one place where readings become
// metrics.
//
//  1. device.go and reading.go are what a vendor package fills in.
//  2. emitter.go keeps one entity per device and per process on it.
//  3. emit.go turns a reading into metrics, and derives what vendors do not say.
//  4. process.go does the same for the processes.
package gpu

import (
	"strconv"

	"go.opentelemetry.io/otel/attribute"

	"platform/internal/collector/metrics"
)

// Device identifies one GPU, MIG instance or partition. It is comparable: a
// device that differs in anything is another device.
type Device struct {
	ID     string // unique: nvidia's UUID, amd's unique id, else the PCI address
	Name   string `json:",omitempty"`
	Vendor string // nvidia, amd, intel
	Index  int    // zero-based, among the devices of the vendor; a MIG instance has its parent's
	PCI    string `json:",omitempty"` // 0000:3b:00.0
	Card   string `json:",omitempty"` // card0, where the kernel has it as a display device
	Driver string `json:",omitempty"` // version of the kernel driver
	Source string // who measures: a value of gpu.measurement.source

	MIG       MIG
	Parent    string `json:",omitempty"` // hw.id of the device this is a partition of
	Partition string `json:",omitempty"` // of amd: the partition mode and number
}

// MIG says how a device takes part in nvidia's partitioning. The zero value is
// a device that does not; a parent has only Enabled.
type MIG struct {
	Enabled  bool   `json:",omitempty"`
	DeviceID string `json:",omitempty"` // UUID of the instance
	Parent   string `json:",omitempty"` // UUID of the GPU it is part of
	Instance int    `json:",omitempty"` // GPU instance id
	Profile  string `json:",omitempty"` // such as 1g.10gb
}

// Attributes returns what every series of d carries.
func (d Device) Attributes() []attribute.KeyValue {
	attrs := []attribute.KeyValue{
		attribute.String(metrics.HWID.Name, d.ID),
		attribute.String(metrics.HWVendor.Name, d.Vendor),
		attribute.Int(metrics.GPUIndex.Name, d.Index),
	}
	text := func(key, value string) {
		if value != "" {
			attrs = append(attrs, attribute.String(key, value))
		}
	}
	text(metrics.HWName.Name, d.Name)
	text(metrics.GPUPCI.Name, d.PCI)
	text(metrics.MeasuredBy.Name, d.Source)
	text("hw.driver_version", d.Driver)
	text(metrics.HWParent.Name, d.Parent)
	text("hw.gpu.partition", d.Partition)
	if d.MIG.Enabled {
		attrs = append(attrs, attribute.Bool("gpu.mig.enabled", true))
	}
	if d.MIG.DeviceID != "" {
		text("gpu.mig.device_id", d.MIG.DeviceID)
		text("gpu.parent.uuid", d.MIG.Parent)
		text("gpu.mig.profile", d.MIG.Profile)
		attrs = append(attrs, attribute.Int("gpu.mig.instance_id", d.MIG.Instance))
	}
	return attrs
}

// aliases returns the names under which device plugins and drivers of dynamic
// allocation may have given d to a container.
func (d Device) aliases() []string {
	names := []string{d.ID}
	if d.MIG.DeviceID != "" {
		return names
	}
	pci := d.PCI
	if d.Parent != "" && d.Card != "" {
		pci = "" // partitions of one GPU share its address; the card tells them apart
	}
	for _, name := range []string{pci, d.Card} {
		if name != "" && name != d.ID {
			names = append(names, name)
		}
	}
	if d.Vendor == "nvidia" {
		index := strconv.Itoa(d.Index)
		names = append(names, "nvidia.com/"+index, "gpu.nvidia.com/gpu-"+index)
	}
	return names
}
