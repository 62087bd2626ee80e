package nvidia

import (
	"slices"

	"platform/internal/collector/gpu"
	"platform/internal/collector/source/nvidia/nvml"
)

// processes lists the processes of a device, in memory that is reused.
type processes struct {
	device *caller
	raw    []nvml.Process
	out    []gpu.Process
	memory []uint64
	use    []taskUse
	video  map[uint32]videoUse
}

// taskUse holds what the pointers of a gpu.Process lead to.
type taskUse struct{ general, encoder, decoder float64 }

// videoUse says which engines a process has used: the others are not reported.
type videoUse struct{ encoder, decoder bool }

// list returns the processes of the device, nil when the driver does not tell.
// A process that computes and draws is in two lists, with the same memory.
func (p *processes) list(window *useWindow) []gpu.Process {
	if !p.read() {
		return nil
	}
	n := len(p.raw)
	p.out = slices.Grow(p.out[:0], n)[:n]
	p.memory = slices.Grow(p.memory[:0], n)[:n]
	p.use = slices.Grow(p.use[:0], n)[:n]
	used, known := window.take()
	for i, raw := range p.raw {
		p.out[i] = gpu.Process{PID: int(raw.PID)}
		if raw.Memory != nvml.NoMemory {
			p.memory[i] = raw.Memory
			p.out[i].Memory = &p.memory[i]
		}
		if known {
			p.use[i] = used[raw.PID]
			p.out[i].Utilization = p.tasks(raw.PID, &p.use[i])
		}
	}
	p.forgetVideo()
	return p.out
}

// tasks returns the utilization of a process. Only pids that did something are
// sampled, so no sample is 0; the video engines count once they were used.
func (p *processes) tasks(pid uint32, use *taskUse) gpu.ByTask {
	t := gpu.ByTask{General: &use.general}
	seen := p.video[pid]
	seen.encoder = seen.encoder || use.encoder > 0
	seen.decoder = seen.decoder || use.decoder > 0
	if seen.encoder {
		t.Encoder = &use.encoder
	}
	if seen.decoder {
		t.Decoder = &use.decoder
	}
	if seen != p.video[pid] {
		if p.video == nil {
			p.video = map[uint32]videoUse{}
		}
		p.video[pid] = seen
	}
	return t
}

func (p *processes) forgetVideo() {
	for pid := range p.video {
		if !slices.ContainsFunc(p.raw, func(r nvml.Process) bool { return r.PID == pid }) {
			delete(p.video, pid)
		}
	}
}

// held reports whether any process holds memory; nil when the driver does not
// tell.
func (p *processes) held() *bool {
	if !p.read() {
		return nil
	}
	return new(slices.ContainsFunc(p.raw, func(r nvml.Process) bool { return r.Memory > 0 }))
}

// read fills raw, one entry per pid with the largest memory that a list has
// for it, in the order of pids.
func (p *processes) read() bool {
	p.raw = p.raw[:0]
	known := false
	for _, l := range [...]struct {
		what call
		list func(*nvml.Device, []nvml.Process) ([]nvml.Process, error)
	}{
		{askCompute, (*nvml.Device).Compute},
		{askGraphics, (*nvml.Device).Graphics},
		{askMPS, (*nvml.Device).MPS},
	} {
		if !p.device.may(l.what) {
			continue
		}
		var err error
		p.raw, err = l.list(p.device.Device, p.raw)
		known = p.device.note(l.what, err) || known
	}
	slices.SortFunc(p.raw, func(a, b nvml.Process) int {
		if a.PID != b.PID {
			return int(int64(a.PID) - int64(b.PID))
		}
		return larger(a.Memory, b.Memory)
	})
	p.raw = slices.CompactFunc(p.raw, func(a, b nvml.Process) bool { return a.PID == b.PID })
	return known
}

// larger orders known memory before unknown, and more before less.
func larger(a, b uint64) int {
	switch {
	case a == b:
		return 0
	case a == nvml.NoMemory || b != nvml.NoMemory && a < b:
		return 1
	}
	return -1
}
