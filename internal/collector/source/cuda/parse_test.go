package cuda

import (
	"encoding/binary"
	"slices"
	"testing"

	"platform/internal/collector/gpu"
)

func TestKindOf(t *testing.T) {
	f := func(path, want string) {
		t.Helper()
		kind, ok := kindOf(path)
		if got := map[bool]string{true: kind.String()}[ok]; got != want {
			t.Errorf("kindOf(%q) = %q, want %q", path, got, want)
		}
	}
	f("/usr/lib/x86_64-linux-gnu/libcuda.so.580.159.04", "driver")
	f("/usr/lib/x86_64-linux-gnu/libcuda.so.1 (deleted)", "driver")
	f("/opt/venv/nvidia/cu13/lib/libcudart.so.13", "runtime")
	f("/tmp/libnd4jcuda.so", "runtime")
	f("/usr/lib/libcudadebugger.so.1", "")
	f("/usr/local/vgpu/libvgpu.so", "")
	f("/usr/bin/python3", "")
}

func TestParseMaps(t *testing.T) {
	raw := `55d0c0000000-55d0c0021000 r--p 00000000 fe:00 1234                       /usr/bin/app
7f0000000000-7f0000100000 r-xp 00002000 fe:00 5678                       /opt/a b/libcuda.so.1 (deleted)
7f0000200000-7f0000300000 rw-p 00000000 00:00 0
broken
7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0                          [stack]
`
	var got []mapping
	parseMaps([]byte(raw), func(m mapping) bool { got = append(got, m); return true })
	want := []mapping{
		{0x55d0c0000000, 0x55d0c0021000, false, 0, "/usr/bin/app"},
		{0x7f0000000000, 0x7f0000100000, true, 0x2000, "/opt/a b/libcuda.so.1 (deleted)"},
		{0x7ffc00000000, 0x7ffc00021000, false, 0, "[stack]"},
	}
	got = slices.DeleteFunc(got, func(m mapping) bool { return m.path == "" })
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}

func FuzzParseMaps(f *testing.F) {
	f.Add([]byte("7f0000000000-7f0000100000 r-xp 00002000 fe:00 5678   /lib/libcuda.so.1\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		parseMaps(raw, func(m mapping) bool {
			if m.start >= m.end {
				t.Errorf("an empty mapping: %+v", m)
			}
			kindOf(m.path)
			return true
		})
	})
}

func TestFindBuildID(t *testing.T) {
	order := binary.LittleEndian
	note := func(name string, kind uint32, desc string) []byte {
		n := order.AppendUint32(nil, uint32(len(name)))
		n = order.AppendUint32(n, uint32(len(desc)))
		n = order.AppendUint32(n, kind)
		n = append(n, name...)
		for len(n)%4 != 0 {
			n = append(n, 0)
		}
		n = append(n, desc...)
		for len(n)%4 != 0 {
			n = append(n, 0)
		}
		return n
	}
	raw := append(note("stapsdt\x00", 3, "xyz"), note("GNU\x00", 3, "\x01\x02\xab")...)
	if got := findBuildID(raw, order); got != "0102ab" {
		t.Errorf("build id %q", got)
	}
	if got := findBuildID(raw[:len(raw)-3], order); got != "" {
		t.Errorf("build id of a cut note %q", got)
	}
}

func FuzzFindBuildID(f *testing.F) {
	f.Add([]byte("\x04\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00GNU\x00\x01\x02\x00\x00"))
	f.Fuzz(func(_ *testing.T, raw []byte) { findBuildID(raw, binary.LittleEndian) })
}

func FuzzDecodeRecord(f *testing.F) {
	f.Add(make([]byte, spanRecordSize))
	f.Add(append([]byte{recordName, 0, 0, 0}, make([]byte, nameRecordSize)...))
	f.Add(append([]byte{recordProcess, 0, 0, 0}, make([]byte, processRecordSize)...))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if r, ok := decodeRecord(raw); ok && r.kind == recordSpan && r.span.End < r.span.First {
			t.Errorf("a span that ends before it begins: %+v", r.span)
		}
	})
}

func TestVisible(t *testing.T) {
	device := func(id string, minor int) Device { return Device{Device: gpu.Device{ID: id}, Minor: minor} }
	a, b, c := device("GPU-a", 0), device("GPU-b", 1), device("GPU-c", 2)
	parent := device("GPU-m", 3)
	parent.MIG.Enabled = true
	one, two := device("MIG-1", 3), device("MIG-2", 3)
	one.MIG, two.MIG = gpu.MIG{Enabled: true, DeviceID: "MIG-1", Parent: "GPU-m"}, gpu.MIG{Enabled: true, DeviceID: "MIG-2", Parent: "GPU-m"}

	f := func(all []Device, environ string, minors []int, want ...Device) {
		t.Helper()
		var present func(int) bool
		if minors != nil {
			present = func(m int) bool { return slices.Contains(minors, m) }
		}
		if got := visible(all, []byte(environ), present); !slices.Equal(got, want) {
			t.Errorf("with %q: %+v", environ, got)
		}
	}
	all := []Device{a, b, c}
	f(all, "HOME=/\x00PATH=/bin", nil, a, b, c)
	f(all, "CUDA_VISIBLE_DEVICES=2,0", nil, c, a)
	f(all, "CUDA_VISIBLE_DEVICES=", nil)
	f(all, "CUDA_VISIBLE_DEVICES=-1", nil)
	f(all, "CUDA_VISIBLE_DEVICES=1,7,0", nil, b)
	f(all, "CUDA_VISIBLE_DEVICES=1,1,0", nil, b)
	f(all, "CUDA_VISIBLE_DEVICES=GPU-c, GPU-a", nil, c, a)
	f(all, "", []int{1, 2}, b, c)                     // a container with two of them
	f(all, "CUDA_VISIBLE_DEVICES=1", []int{1, 2}, c)  // numbered inside the container
	f([]Device{a, parent, one, two}, "", nil, a, one) // a partitioned GPU shows one instance
	f([]Device{parent, one, two}, "CUDA_VISIBLE_DEVICES=MIG-2", nil, two)
	f([]Device{parent, one, two}, "CUDA_VISIBLE_DEVICES=0", nil, one)
}

func FuzzVisible(f *testing.F) {
	f.Add([]byte("A=1\x00CUDA_VISIBLE_DEVICES=1,GPU-a,-5"))
	all := []Device{{Device: gpu.Device{ID: "GPU-a"}}, {Device: gpu.Device{ID: "GPU-b"}, Minor: 1}}
	f.Fuzz(func(t *testing.T, environ []byte) {
		if got := visible(all, environ, nil); len(got) > len(all) {
			t.Errorf("%d of %d devices visible", len(got), len(all))
		}
	})
}

func TestLabels(t *testing.T) {
	none := lookups{
		function: func(uint64) (uint64, bool) { return 0, false },
		twin:     func(uint64) (uint64, bool) { return 0, false },
		text:     func(uint64) string { return "" },
	}
	n := newNames()
	n.learn(16, "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_11FillFunctorIfEESt5arrayIPcLm1EEEEviT0_T1_")
	f := func(handle uint64, want string) {
		t.Helper()
		if got := n.label(handle, none); got != want {
			t.Errorf("label(%d) = %q, want %q", handle, got, want)
		}
	}
	f(16, "at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, std::array<char*, 1ul> >")
	f(32, "unknown")
	n.learn(32, "later")
	f(32, "later")
	n.learn(32, "again") // the handle was given out again
	f(32, "again")
	f(graphKernel, "graph")
	f(otherKernel, "other")
	n.learn(48, "extern \xff "+string(make([]byte, 0)))
	f(48, "extern \uFFFD ")
}

func TestAliasesMayRunInCircles(t *testing.T) {
	n := newNames()
	circle := lookups{
		function: func(h uint64) (uint64, bool) { return (3 - h) | aliasBit, true },
		twin:     func(h uint64) (uint64, bool) { return (3 - h) | aliasBit, true },
		text:     func(uint64) string { t.Error("a handle was read as text"); return "" },
	}
	if got := n.find(1, circle); got != "" {
		t.Errorf("found %q", got)
	}
}

func FuzzLabel(f *testing.F) {
	f.Add("_Z3addPfS_i")
	f.Add("_ZN7cutlass6KernelI")
	f.Fuzz(func(t *testing.T, name string) {
		n := newNames()
		n.learn(16, name)
		label := n.label(16, lookups{
			function: func(uint64) (uint64, bool) { return 0, false },
			twin:     func(uint64) (uint64, bool) { return 0, false },
			text:     func(uint64) string { return "" },
		})
		if len([]rune(label)) > maxLabel || label == "" {
			t.Errorf("label %q", label)
		}
	})
}
