package cuda

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"platform/internal/collector/host"
	"platform/internal/collector/metrics"
)

// Set for a child: the condition it makes for itself, and where the libraries are.
const (
	conditionVariable = "CUDA_TEST_CONDITION"
	librariesVariable = "CUDA_TEST_LIBRARIES"
)

// under runs TestOpenUnderACondition in a process of its own, whose rights attr
// says, and returns what it prints.
func under(t *testing.T, condition string, attr *syscall.SysProcAttr) string {
	t.Helper()
	dir := newDir(t)
	for _, d := range []string{built.dir, dir} {
		if err := os.Chmod(d, 0o755); err != nil { // for any user
			t.Fatal(err)
		}
	}
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "collector.test")
	if err := os.WriteFile(program, raw, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^TestOpenUnderACondition$")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), conditionVariable+"="+condition, librariesVariable+"="+fakeDir(t))
	cmd.SysProcAttr = attr
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// A collector under the condition that its parent and its variable say: it opens
// the source, lets a program launch and prints what was counted, or why not.
func TestOpenUnderACondition(t *testing.T) {
	condition, below := os.Getenv(conditionVariable), os.Getenv(librariesVariable)
	switch condition {
	case "":
		t.Skip("run by other tests in a process of its own")
	case "an old kernel":
		const says26 = 0x0020000 // the personality of programs that cannot cope with 3.0
		runtime.LockOSThread()
		if _, _, errno := unix.RawSyscall(unix.SYS_PERSONALITY, says26, 0, 0); errno != 0 {
			t.Fatal(errno)
		}
	case "no locked memory":
		if err := unix.Setrlimit(unix.RLIMIT_MEMLOCK, &unix.Rlimit{}); err != nil {
			t.Fatal(err)
		}
	}
	root := host.System("")
	root.FS = filepath.Join(below, "none")
	s, err := Open(t.Context(), Options{Root: root, Below: below})
	if err != nil {
		fmt.Println("refused:", err)
		return
	}
	defer s.Close()
	built.dir = filepath.Dir(below)
	built.once.Do(func() {})
	a := startApp(t)
	a.run("open " + filepath.Join(below, "libcuda.so.1"))
	waitAttached(t, s, 0, 1)
	a.run("call 0 10 cuLaunchKernel" + flatLaunch + "7")
	fmt.Println("counted:", value(take(t, s), metrics.KernelLaunches, pidIs(a.pid())))
	a.end()
}

// nobody is a user with no rights but the given.
func nobody(capabilities ...uintptr) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}, AmbientCaps: capabilities}
}

func TestWhatKeepsTheProbesOutIsSaid(t *testing.T) {
	f := func(condition string, attr *syscall.SysProcAttr, want string) {
		t.Helper()
		if out := under(t, condition, attr); !strings.Contains(out, want) {
			t.Errorf("%s: %s\nwant %q", condition, out, want)
		}
	}
	const unavailable = "refused: unavailable on this host: "
	f("an old kernel", nil, unavailable+"kernel 2.6 is older than 5.15")
	f("no capabilities", nobody(), unavailable+"the collector lacks CAP_BPF and CAP_PERFMON")
	f("one capability", nobody(capBPF), unavailable+"the collector lacks CAP_PERFMON")
	f("the other capability", nobody(capPerfmon), unavailable+"the collector lacks CAP_BPF")
	f("no locked memory", nobody(capBPF, capPerfmon), "counted: 10") // kernels that have probe cookies count maps otherwise
	namespace := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER, UidMappings: []syscall.SysProcIDMap{{Size: 1}}, GidMappings: []syscall.SysProcIDMap{{Size: 1}}}
	f("a user namespace", namespace, unavailable+"the collector's capabilities are those of a user namespace")
}
