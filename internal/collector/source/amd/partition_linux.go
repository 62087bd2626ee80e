package amd

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"platform/internal/collector/drm"
	"platform/internal/collector/gpu"
	"platform/internal/collector/host"
)

// partition is a compute partition of a GPU: the kernel has one card for all of
// them, and the compute driver a node for each.
type partition struct {
	board  *board
	kfd    kfd
	node   node
	number int
}

// partitionsOf returns the nodes of a card that is partitioned, in order; none
// when it is whole.
func partitionsOf(c drm.Card, nodes []node) []node {
	var parts []node
	for _, n := range nodes {
		if n.at(c.PCI) {
			parts = append(parts, n)
		}
	}
	if len(parts) < 2 {
		return nil
	}
	return parts
}

// partitionCard returns the name of the device that the kernel has for a
// partition beyond the first, such as amdgpu_xcp_3: under it, it is given to
// containers. The first one has the card of the GPU.
func partitionCard(h host.Root, n node) string {
	target, err := os.Readlink(filepath.Join(h.Sys, "class/drm", "renderD"+strconv.FormatUint(n.minor, 10), "device"))
	if name := filepath.Base(target); err == nil && strings.HasPrefix(name, "amdgpu_xcp") {
		return name
	}
	return ""
}

// partitionDevice is the n-th partition of d.
func partitionDevice(d gpu.Device, n int) gpu.Device {
	number := strconv.Itoa(n)
	p := d
	p.ID, p.Parent, p.Card = d.ID+"-"+number, d.ID, ""
	p.Partition = number
	if d.Partition != "" {
		p.Partition = d.Partition + "-" + number
	}
	return p
}

// Read returns what is known of a part: how busy it is, and its memory. The
// other sensors are those of the whole GPU.
func (p *partition) Read(now time.Time) (r gpu.Reading, err error) {
	if p.board.card.Asleep() {
		return r, nil
	}
	t, err := p.board.table(now)
	if err != nil || t == nil {
		return r, err
	}
	if p.number < len(t.Partitions) {
		r.Utilization.General = t.Partitions[p.number].GFX
		r.Utilization.Encoder = t.Partitions[p.number].Media
	}
	bank := p.kfd.Sub("topology/nodes/" + strconv.Itoa(p.node.number) + "/mem_banks/0")
	r.MemoryUsage = bank.Uint("used_memory")
	if raw, err := bank.Read("properties"); err == nil {
		r.MemoryLimit = parseBank(raw)
	}
	return r, nil
}
