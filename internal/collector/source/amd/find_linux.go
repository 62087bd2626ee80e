package amd

import (
	"fmt"
	"path/filepath"
	"strings"

	"platform/internal/collector/drm"
	"platform/internal/collector/gpu"
	"platform/internal/collector/host"
	"platform/internal/collector/proc/fdinfo"
	"platform/internal/collector/watch"
)

const pciVendor = 0x1002

// vendor is the amdgpu driver of a host.
type vendor struct {
	opt   Options
	kfd   kfd
	meter *drm.Meter
	names map[uint16]string // of products by PCI device, looked up once
}

func newVendor(opt Options) (watch.Vendor, error) {
	if opt.Scanner == nil {
		opt.Scanner = fdinfo.New(opt.Root)
	}
	return &vendor{
		opt: opt, kfd: kfd{drm.Dir(filepath.Join(opt.Root.Sys, "class/kfd/kfd"))},
		meter: drm.NewMeter(engineTask), names: map[uint16]string{},
	}, nil
}

// Close has nothing to close.
func (v *vendor) Close() error { return nil }

// Find lists the cards, each followed by its partitions.
func (v *vendor) Find() ([]watch.Found, error) {
	cards, err := drm.Cards(v.opt.Root, pciVendor)
	if err != nil {
		return nil, err
	}
	nodes := v.kfd.nodes()
	version := drm.Dir(filepath.Join(v.opt.Root.Sys, "module/amdgpu")).Text("version")
	var found []watch.Found
	for i, c := range cards {
		b := &board{card: c, opt: v.opt}
		d := gpu.Device{
			ID: identity(c), Name: v.name(c), Vendor: "amd", Source: "amdgpu",
			Index: i, PCI: c.PCI, Card: c.Name, Driver: version,
			Partition: c.Device.Text("current_compute_partition"),
		}
		found = append(found, watch.Found{Device: d, Open: func() watch.Reader { return newReader(b) }})
		parts := partitionsOf(c, nodes)
		for n, node := range parts {
			p := partitionDevice(d, n)
			p.Card = partitionCard(v.opt.Root, node)
			found = append(found, watch.Found{Device: p, Open: func() watch.Reader { return &partition{b, v.kfd, node, n} }})
		}
	}
	return found, nil
}

// identity is the serial number of the chip, which survives a move to another
// slot, else the address.
func identity(c drm.Card) string {
	if id := c.Device.Text("unique_id"); id != "" && strings.Trim(id, "0") != "" {
		return id
	}
	return c.PCI
}

func (v *vendor) name(c drm.Card) string {
	if name := c.Device.Text("product_name"); name != "" {
		return name
	}
	name, ok := v.names[c.Model]
	if !ok {
		name = productName(v.opt.Root, c.Model)
		v.names[c.Model] = name
	}
	return name
}

func productName(h host.Root, model uint16) string {
	if name := drm.ProductName(h, pciVendor, model); name != "" {
		return "AMD " + strings.TrimPrefix(name, "AMD ")
	}
	return fmt.Sprintf("AMD GPU 0x%04x", model)
}

// engineTask says what the engines that amdgpu counts do. The unified media
// engines of newer GPUs are counted as encoders.
func engineTask(engine string) drm.Task {
	switch strings.TrimRight(engine, "_0123456789") {
	case "gfx", "compute":
		return drm.General
	case "enc", "vcn", "uvd_enc", "vpe":
		return drm.Encoder
	case "dec", "jpeg":
		return drm.Decoder
	}
	return drm.None
}
