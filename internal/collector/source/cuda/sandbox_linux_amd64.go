package cuda

import (
	"encoding/binary"
	"fmt"
	"os"
	"time"

	"github.com/cilium/ebpf"
	"github.com/cilium/ebpf/asm"
	"golang.org/x/sys/unix"

	"platform/internal/collector/source"
)

// Where the sandboxed program lies in memory, and its parts in the file.
const (
	sandboxBase   = 0x400000
	sandboxCode   = 64 + 56 // after the ELF and the program header
	sandboxProbed = sandboxCode + 0x3f
	sandboxFilter = sandboxCode + 0x48
)

// sandboxed is a program that allows itself no system call but exit_group, then
// calls a function and ends.
func sandboxed() []byte {
	le := binary.LittleEndian
	image := []byte{0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	image = le.AppendUint16(image, 2)                       // executable
	image = le.AppendUint16(image, 62)                      // x86-64
	image = le.AppendUint32(image, 1)                       //
	image = le.AppendUint64(image, sandboxBase+sandboxCode) // entry
	image = le.AppendUint64(image, 64)                      // program header
	image = le.AppendUint64(image, 0)                       // no sections
	image = le.AppendUint32(image, 0)
	for _, n := range []uint16{64, 56, 1, 0, 0, 0} { // sizes and numbers of headers
		image = le.AppendUint16(image, n)
	}
	const total = sandboxFilter + 16 + 4*8
	image = le.AppendUint32(image, 1)                                               // load
	image = le.AppendUint32(image, 5)                                               // read, execute
	for _, n := range []uint64{0, sandboxBase, sandboxBase, total, total, 0x1000} { // offset, addresses, sizes, alignment
		image = le.AppendUint64(image, n)
	}
	image = append(image,
		0xb8, 0x9d, 0, 0, 0, // mov $157, %eax: prctl
		0xbf, 0x26, 0, 0, 0, // mov $38, %edi: no new privileges
		0xbe, 0x01, 0, 0, 0, // mov $1, %esi
		0x31, 0xd2, // xor %edx, %edx
		0x45, 0x31, 0xd2, // xor %r10d, %r10d
		0x45, 0x31, 0xc0, // xor %r8d, %r8d
		0x0f, 0x05, // syscall
		0xb8, 0x9d, 0, 0, 0, // mov $157, %eax: prctl
		0xbf, 0x16, 0, 0, 0, // mov $22, %edi: seccomp
		0xbe, 0x02, 0, 0, 0, // mov $2, %esi: by filter
		0x48, 0x8d, 0x15, 0x19, 0, 0, 0, // lea filter, %rdx
		0x0f, 0x05, // syscall
		0xe8, 0x09, 0, 0, 0, // call the probed function
		0xb8, 0xe7, 0, 0, 0, // mov $231, %eax: exit_group
		0x31, 0xff, // xor %edi, %edi
		0x0f, 0x05, // syscall
		0x55, 0x5d, 0xc3, // the probed function: push %rbp, pop %rbp, ret
		0x90, 0x90, 0x90, 0x90, 0x90, 0x90) // up to the filter
	image = le.AppendUint64(image, 4)
	image = le.AppendUint64(image, sandboxBase+sandboxFilter+16)
	for _, f := range []struct {
		code   uint16
		jt, jf byte
		k      uint32
	}{
		{unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, 0, 0, 0},                 // the call's number
		{unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, 1, 0, 231},              // exit_group
		{unix.BPF_RET | unix.BPF_K, 0, 0, 0x00050000 | uint32(unix.EPERM)}, // else refused
		{unix.BPF_RET | unix.BPF_K, 0, 0, 0x7fff0000},                      // allowed
	} {
		image = le.AppendUint16(image, f.code)
		image = append(image, f.jt, f.jf)
		image = le.AppendUint32(image, f.k)
	}
	return image
}

// returnProbesAreSafe runs a sandboxed program with a return probe in it. From
// kernel 6.11 on a return probe makes a system call, which the first of these
// kernels let a sandbox refuse: the program then dies. Containers are such
// sandboxes. The probe is the caller's to remove.
func returnProbesAreSafe() (test links, err error) {
	if kernelBefore(6, 11) {
		return nil, nil
	}
	fd, err := unix.MemfdCreate("sandbox", unix.MFD_CLOEXEC|unix.MFD_EXEC)
	if err != nil {
		fd, err = unix.MemfdCreate("sandbox", unix.MFD_CLOEXEC)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: make a program to test return probes: %w", source.ErrUnavailable, err)
	}
	file := os.NewFile(uintptr(fd), "sandbox")
	defer file.Close()
	if _, err := file.Write(sandboxed()); err != nil {
		return nil, fmt.Errorf("write a program to test return probes: %w", err)
	}
	nothing, err := ebpf.NewProgram(&ebpf.ProgramSpec{
		Type: ebpf.Kprobe, AttachType: ebpf.AttachTraceUprobeMulti, License: "Dual MIT/GPL",
		Instructions: asm.Instructions{asm.Mov.Imm(asm.R0, 0), asm.Return()},
	})
	if err != nil {
		return nil, explain(fmt.Errorf("load an empty program: %w", err))
	}
	defer nothing.Close()
	p := &programs{multi: true, leave: nothing}
	path := fmt.Sprintf("/proc/self/fd/%d", fd)
	test, err = p.attach(path, []probe{{offset: sandboxProbed}}, true)
	if err != nil {
		return nil, explain(fmt.Errorf("attach to a program of our own: %w", err))
	}
	return test, runSandboxed(path)
}

func runSandboxed(path string) error {
	child, err := os.StartProcess(path, []string{"sandboxed"}, &os.ProcAttr{})
	if err != nil {
		return nil // that it cannot be started says nothing against the probes
	}
	timeout := time.AfterFunc(5*time.Second, func() { child.Kill() })
	defer timeout.Stop()
	state, err := child.Wait()
	if err != nil {
		return fmt.Errorf("wait for a program of our own: %w", err)
	}
	if !state.Success() {
		return fmt.Errorf("%w: return probes of this kernel kill sandboxed programs (%s)", source.ErrUnavailable, state)
	}
	return nil
}
