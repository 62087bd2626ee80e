package system

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"platform/internal/collector/host"
	"platform/internal/collector/pipeline"
)

// TestAFilesystemThatHangs mounts a real one: FUSE without anybody to answer.
// It runs in a process with mounts of its own, or all of the host would have
// the mount.
func TestAFilesystemThatHangs(t *testing.T) {
	const inner = "OWN_MOUNTS"
	if os.Getenv(inner) == "" {
		if os.Geteuid() != 0 {
			t.Skip("mounting needs root")
		}
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestAFilesystemThatHangs$", "-test.v")
		cmd.Env = append(os.Environ(), inner+"=1")
		cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: unix.CLONE_NEWNS}
		out, err := cmd.CombinedOutput()
		if strings.Contains(string(out), "--- SKIP") {
			t.Skipf("%s", out)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	point, abort := mountDead(t)
	s := open(t, host.System(""))
	p := pipeline.New(10*time.Second, &pipeline.Running{Name: "system", Source: s})
	for range 3 {
		snap := p.Tick(t.Context())
		if err := snap.Health[0].Err; err == nil || !strings.Contains(err.Error(), "statfs "+point+": no answer") {
			t.Fatalf("the error does not name %s: %v", point, err)
		}
		if got := text(snap, "system.filesystem.usage"); !strings.Contains(got, "system.filesystem.mountpoint=/,") || text(snap, "system.cpu.logical.count") == "" {
			t.Errorf("the rest of the host is missing:\n%s", got)
		}
		if snap.Took > 5*time.Second {
			t.Errorf("a tick took %v", snap.Took)
		}
	}
	abort()
	for deadline := time.Now().Add(10 * time.Second); p.Tick(t.Context()).Health[0].Err != nil; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("still an error after the mount is gone")
		}
	}
}

// mountDead mounts a file system that answers nothing. abort makes its calls
// fail and unmounts it.
func mountDead(t *testing.T) (point string, abort func()) {
	t.Helper()
	fd, err := unix.Open("/dev/fuse", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Skipf("open /dev/fuse: %v", err)
	}
	point = t.TempDir()
	if err := unix.Mount("dead:/export", point, "fuse", 0, fmt.Sprintf("fd=%d,rootmode=40000,user_id=0,group_id=0", fd)); err != nil {
		unix.Close(fd)
		t.Skipf("mount: %v", err)
	}
	done := false
	abort = func() {
		if !done {
			done = true
			unix.Close(fd)
			unix.Unmount(point, unix.MNT_DETACH)
		}
	}
	t.Cleanup(abort)
	return point, abort
}
