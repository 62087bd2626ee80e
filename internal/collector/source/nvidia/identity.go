package nvidia

import (
	"path/filepath"
	"runtime"
	"strings"

	"platform/internal/collector/gpu"
	"platform/internal/collector/source/nvidia/nvml"
)

// identity is what does not change while a device is the same.
type identity struct {
	gpu.Device
	handle          nvml.Handle
	parent          *nvml.Device // of a MIG instance
	minor           uint32       // N of /dev/nvidiaN; a MIG instance has its parent's
	cores           uint32       // CUDA cores; 0 when unknown
	multiprocessors uint32       // 0 when unknown
	major           uint32       // of the compute capability
}

func (a identity) equal(b identity) bool { return a.Device == b.Device && a.handle == b.handle }

// hopper and blackwell are the major compute capabilities from which on things
// differ.
const (
	hopper    = 9
	blackwell = 10
)

// identify returns the GPU with that index, followed by its MIG instances. What
// is known of it from before is not asked for again.
func (n *session) identify(index int, before map[string]*device) ([]identity, error) {
	h, err := n.lib.Handle(index)
	if err != nil {
		return nil, err
	}
	nv := n.lib.Device(h)
	uuid, err := nv.UUID()
	if err != nil {
		return nil, err
	}
	partitioned, _ := nv.MIGEnabled()
	var id identity
	if d := before[uuid]; d != nil && d.handle == h && d.Index == index && d.MIG.Enabled == partitioned {
		id = d.identity
	} else {
		id = n.describe(nv, uuid, index)
		id.MIG.Enabled = partitioned
	}
	all := []identity{id}
	if partitioned {
		all = append(all, n.instances(nv, id)...)
	}
	return all, nil
}

// describe asks for what does not change.
func (n *session) describe(nv *nvml.Device, uuid string, index int) identity {
	id := identity{handle: nv.Handle(), Device: gpu.Device{ID: uuid, Vendor: "nvidia", Source: "nvml", Index: index, Driver: n.driver}}
	id.Name, _ = nv.Name()
	if address, err := nv.PCI(); err == nil {
		id.PCI = pciAddress(address)
	}
	id.minor = uint32(index)
	if minor, err := nv.Minor(); err == nil {
		id.minor = minor
	}
	var revision uint32
	id.major, revision, _ = nv.Capability()
	if cores, err := nv.Cores(); err == nil {
		id.cores, id.multiprocessors = cores, cores/coresPerMultiprocessor(id.major, revision)
	}
	return id
}

// instances returns the MIG instances of a GPU.
func (n *session) instances(parent *nvml.Device, of identity) []identity {
	count, _ := parent.MaxMIG()
	var all []identity
	for i := range count {
		h, err := parent.MIG(i)
		if err != nil {
			continue // not every place is taken
		}
		nv := n.lib.Device(h)
		id := identity{handle: h, parent: parent, major: of.major, minor: of.minor, Device: of.Device}
		if id.ID, err = nv.UUID(); err != nil {
			continue
		}
		id.Name, _ = nv.Name()
		instance, _ := nv.GPUInstance()
		id.MIG = gpu.MIG{Enabled: true, DeviceID: id.ID, Parent: of.ID, Instance: int(instance), Profile: profile(id.Name)}
		if id.multiprocessors, err = nv.Multiprocessors(); err == nil && of.multiprocessors > 0 {
			id.cores = id.multiprocessors * (of.cores / of.multiprocessors)
		}
		all = append(all, id)
	}
	return all
}

// profile is what follows "MIG" in the name of an instance, such as 1g.10gb.
func profile(name string) string {
	_, after, _ := strings.Cut(name, " MIG ")
	return strings.TrimSpace(after)
}

// pciAddress writes an address as the kernel does: four digits of domain where
// they suffice, in lower case.
func pciAddress(s string) string {
	s = strings.ToLower(s)
	if domain, rest, ok := strings.Cut(s, ":"); ok && len(domain) == 8 && strings.HasPrefix(domain, "0000") {
		return domain[4:] + ":" + rest
	}
	return s
}

// coresPerMultiprocessor is what the architectures have.
func coresPerMultiprocessor(major, minor uint32) uint32 {
	switch {
	case major == 3:
		return 192
	case major == 6 && minor == 0, major == 7, major == 8 && minor == 0:
		return 64
	}
	return 128
}

// libraryNames lists where drivers put the library: where the loader finds it,
// and where containers see that of their host.
func libraryNames(opt Options) []string {
	if opt.LibPath != "" {
		return []string{opt.LibPath}
	}
	if runtime.GOOS == "windows" {
		return []string{"nvml.dll", `C:\Program Files\NVIDIA Corporation\NVSMI\nvml.dll`}
	}
	const soname = "libnvidia-ml.so.1"
	triple := map[string]string{"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}[runtime.GOARCH]
	names := []string{soname}
	for _, dir := range []string{
		"usr/lib/" + triple, "usr/lib64", "usr/local/nvidia/lib64",
		"run/nvidia/driver/usr/lib/" + triple, "run/nvidia/driver/usr/lib64",
	} {
		names = append(names, filepath.Join(opt.Root.FS, "/", dir, soname))
	}
	return names
}
