package cuda

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"platform/internal/collector/gpu"
)

// Device is a device that CUDA programs can use.
type Device struct {
	gpu.Device
	Minor int // of /dev/nvidiaN; that of the parent for a MIG instance
	Cores int // CUDA cores; 0 when unknown
}

// Devices tells which CUDA devices the host has, in the order of their PCI
// addresses, a MIG instance after its parent.
type Devices interface {
	CUDADevices() []Device
}

// visible returns what a process sees as its devices 0, 1 and so on. environ is
// the environment it was started with; present says which /dev/nvidiaN its
// container holds, nil when that is not known.
func visible(all []Device, environ []byte, present func(minor int) bool) []Device {
	var here []Device
	for _, d := range all {
		if present == nil || present(d.Minor) {
			here = append(here, d)
		}
	}
	list, set := lookup(environ, "CUDA_VISIBLE_DEVICES")
	if !set {
		return withoutPartitioned(here)
	}
	var out []Device
	for name := range strings.SplitSeq(list, ",") {
		d, ok := pick(here, strings.TrimSpace(name))
		if !ok || slices.Contains(out, d) {
			break // CUDA ends the list at the first entry it cannot use
		}
		out = append(out, d)
	}
	return out
}

// pick finds a device by its number among the whole GPUs, or by the beginning of
// its UUID. A GPU in MIG mode stands for its first instance.
func pick(here []Device, name string) (Device, bool) {
	if n, err := strconv.Atoi(name); err == nil {
		whole := slices.DeleteFunc(slices.Clone(here), func(d Device) bool { return d.MIG.DeviceID != "" })
		if n < 0 || n >= len(whole) {
			return Device{}, false
		}
		return firstInstance(here, whole[n]), true
	}
	if name == "" {
		return Device{}, false
	}
	i := slices.IndexFunc(here, func(d Device) bool { return strings.HasPrefix(d.ID, name) })
	if i < 0 {
		return Device{}, false
	}
	return firstInstance(here, here[i]), true
}

func firstInstance(here []Device, d Device) Device {
	if d.MIG.Enabled && d.MIG.DeviceID == "" {
		for _, instance := range here {
			if instance.MIG.Parent == d.ID {
				return instance
			}
		}
	}
	return d
}

// withoutPartitioned gives each GPU in MIG mode as its first instance: CUDA
// shows a process one instance at most.
func withoutPartitioned(here []Device) []Device {
	var out []Device
	for _, d := range here {
		if d.MIG.DeviceID == "" {
			out = append(out, firstInstance(here, d))
		}
	}
	return out
}

// lookup finds a variable in the NUL-separated environment of a process.
func lookup(environ []byte, name string) (string, bool) {
	for pair := range bytes.SplitSeq(environ, []byte{0}) {
		if key, value, ok := bytes.Cut(pair, []byte{'='}); ok && string(key) == name {
			return string(value), true
		}
	}
	return "", false
}
