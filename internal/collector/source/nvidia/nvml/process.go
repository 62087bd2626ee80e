package nvml

import (
	"unsafe"

	"platform/internal/collector/dynlib"
)

// Process is a process on a device.
type Process struct {
	PID    uint32
	Memory uint64 // bytes; NoMemory when the driver does not say
}

// NoMemory stands for memory that the operating system manages.
const NoMemory = ^uint64(0)

// maxProcesses bounds what a list may claim to hold.
const maxProcesses = 1 << 16

// Compute appends the processes that compute on the device.
func (d *Device) Compute(to []Process) ([]Process, error) { return d.processes(d.lib.compute, to) }

// Graphics appends the processes that draw on the device.
func (d *Device) Graphics(to []Process) ([]Process, error) { return d.processes(d.lib.graphics, to) }

// MPS appends the clients of the multi-process service.
func (d *Device) MPS(to []Process) ([]Process, error) { return d.processes(d.lib.mps, to) }

// processes asks until the buffer is large enough: the list may grow between
// two calls.
func (d *Device) processes(s dynlib.Symbol, to []Process) ([]Process, error) {
	if d.out.procs == nil {
		d.out.procs = make([]processInfo, 64)
	}
	for range 5 {
		d.out.a = uint32(len(d.out.procs))
		r := d.lib.call(s, d.h, uintptr(unsafe.Pointer(&d.out.a)), uintptr(unsafe.Pointer(&d.out.procs[0])))
		n := int(d.out.a)
		switch {
		case r == InsufficientSize && n < maxProcesses:
			d.out.procs = make([]processInfo, max(n, len(d.out.procs))*5/4+16)
			continue
		case r != 0:
			return to, r
		}
		for _, p := range d.out.procs[:min(n, len(d.out.procs))] {
			to = append(to, Process{PID: p.pid, Memory: p.usedMemory})
		}
		return to, nil
	}
	return to, InsufficientSize
}

// ProcessUtilization fills buf with samples newer than since (µs) and returns
// as much of it as was filled, grown when it was too small. No samples is not
// an error.
func (d *Device) ProcessUtilization(buf []ProcessSample, since uint64) ([]ProcessSample, error) {
	if cap(buf) == 0 {
		buf = make([]ProcessSample, 128)
	}
	for range 5 {
		buf = buf[:cap(buf)]
		d.out.a = uint32(len(buf))
		r := d.lib.call(d.lib.processUtilization, d.h, uintptr(unsafe.Pointer(&buf[0])),
			uintptr(unsafe.Pointer(&d.out.a)), uintptr(since))
		n := int(d.out.a)
		switch {
		case r == NotFound:
			return buf[:0], nil
		case r == InsufficientSize && n < maxProcesses:
			buf = make([]ProcessSample, max(n, len(buf))*5/4+16)
			continue
		case r != 0:
			return buf[:0], r
		}
		return buf[:min(n, len(buf))], nil
	}
	return buf[:0], InsufficientSize
}
