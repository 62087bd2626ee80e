package cuda

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cilium/ebpf"
	"github.com/cilium/ebpf/asm"
)

var update = flag.Bool("update", false, "write what the test computes")

// compile returns how the programs are compiled: for little-endian machines, with
// the instructions of kernel 5.12, and no frame that could reach 64 bytes.
// Kernels from 6.13 on give larger ones a stack for each CPU, which programs
// that can be preempted in the middle would overwrite.
func compile(out, define string) []string {
	return []string{"-O2", "-target", "bpfel", "-mcpu=v3", "-D" + define, "-fno-ident", "-Wall", "-Wextra", "-Wno-implicit-fallthrough",
		"-Wframe-larger-than=32", "-Werror", "-c", "cuda.c", "-o", out}
}

func TestObjectsAreCurrent(t *testing.T) {
	clang, err := exec.LookPath("clang-14")
	if err != nil {
		clang, err = exec.LookPath("clang")
	}
	if err != nil {
		required(t, "clang", "clang 14 compiles the programs")
	}
	version, err := exec.Command(clang, "--version").Output()
	if err != nil || !bytes.Contains(version, []byte("version 14.")) {
		required(t, "clang", "clang 14 compiles the programs; another version makes other code")
	}
	for arch, define := range map[string]string{"amd64": "__TARGET_ARCH_x86", "arm64": "__TARGET_ARCH_arm64"} {
		out := filepath.Join(t.TempDir(), "cuda.o")
		cmd := exec.Command(clang, compile(out, define)...)
		cmd.Dir = "bpf"
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("compile for %s: %v\n%s", arch, err, text)
		}
		now, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		file := "bpf/cuda_" + arch + ".o"
		if *update {
			if err := os.WriteFile(file, now, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if kept, err := os.ReadFile(file); err != nil || !bytes.Equal(kept, now) {
			t.Errorf("%s is not what bpf/cuda.c compiles to; run this test with -update", file)
		}
	}
}

func spec(t *testing.T, file string) *ebpf.CollectionSpec {
	t.Helper()
	s, err := ebpf.LoadCollectionSpec(file)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The kernel rounds each frame up to 16 bytes.
func TestProgramsStayBelow64BytesOfStack(t *testing.T) {
	for _, file := range []string{"bpf/cuda_amd64.o", "bpf/cuda_arm64.o"} {
		for name, p := range spec(t, file).Programs {
			frames := map[string]int{}
			calls := map[string][]string{}
			function := ""
			for _, ins := range p.Instructions {
				if sym := ins.Symbol(); sym != "" {
					function = sym
				}
				if ins.IsFunctionReference() { // called, or handed to the kernel to call
					calls[function] = append(calls[function], ins.Reference())
				}
				onStack := ins.Dst == asm.R10 && (ins.OpCode.Class() == asm.StClass || ins.OpCode.Class() == asm.StXClass) ||
					ins.Src == asm.R10 && ins.OpCode.Class() == asm.LdXClass
				depth := 0
				if onStack {
					depth = -int(ins.Offset)
				} else if ins.OpCode.ALUOp() == asm.Add && ins.OpCode.Class() == asm.ALU64Class && ins.Constant < 0 && ins.Constant > -512 {
					depth = -int(ins.Constant) // the address of a slot
				}
				frames[function] = max(frames[function], depth)
			}
			var deepest func(f string) int
			deepest = func(f string) int {
				below := 0
				for _, callee := range calls[f] {
					below = max(below, deepest(callee))
				}
				return (frames[f]+15)/16*16 + below
			}
			if n := deepest(name); n >= 64 {
				t.Errorf("%s: %s needs %d bytes of stack with its functions: %v", file, name, n, frames)
			}
		}
	}
}

// The state that both sides share has one layout.
func TestStateIsLaidOutAsInTheKernel(t *testing.T) {
	sizes := map[string][2]int{
		"config": {4, size[kernelConfig]()}, "processes": {4, size[processState]()}, "streams": {size[streamKey](), size[streamState]()},
		"kernels": {size[kernelKey](), size[kernelStats]()}, "others": {size[kernelKey](), size[kernelStats]()},
		"memories": {size[deviceKey](), size[memoryStats]()}, "copied": {size[copyKey](), size[copyStats]()},
		"functions": {size[handleKey](), 8}, "libraries": {4, size[libraryStats]()}, "losses": {4, 8},
	}
	for _, file := range []string{"bpf/cuda_amd64.o", "bpf/cuda_arm64.o"} {
		maps := spec(t, file).Maps
		for name, want := range sizes {
			if got := [2]int{int(maps[name].KeySize), int(maps[name].ValueSize)}; got != want {
				t.Errorf("%s: %s has keys and values of %v bytes, Go's have %v", file, name, got, want)
			}
		}
		if got := int(maps["losses"].MaxEntries); got != len(losses) {
			t.Errorf("%s: %d reasons of loss, Go has %d", file, got, len(losses))
		}
		for name := range maps {
			if strings.HasPrefix(name, ".") {
				t.Errorf("%s: holds the data section %s", file, name)
			}
		}
	}
	if got := size[spanRecord](); got != spanRecordSize {
		t.Errorf("a span record has %d bytes, want %d", got, spanRecordSize)
	}
}
