package system

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"platform/internal/collector/sample"
)

// hanging is a set of file systems of which some do not answer until released.
type hanging struct {
	*filesystems
	hang  map[string]chan struct{}
	asked map[string]int
}

func newHanging(devices ...string) *hanging {
	h := &hanging{hang: map[string]chan struct{}{}, asked: map[string]int{}}
	h.filesystems = newFilesystems(nil, func(p string) string { return p }, func(path, _ string) (space, error) {
		h.probe.mu.Lock()
		h.asked[path]++
		wait := h.hang[path]
		h.probe.mu.Unlock()
		if wait != nil {
			<-wait
		}
		return newSpace(10, 5, 5, 1), nil
	})
	var points []mountPoint
	for i, d := range devices {
		points = append(points, mountPoint{device: d, point: fmt.Sprintf("/mnt/%d", i), fstype: "x", volume: d, whole: true})
	}
	h.update(points, time.Time{})
	return h
}

// tick returns how many file systems were reported, the time it took and the
// error.
func (h *hanging) tick(ctx context.Context) (reported int, took time.Duration, err error) {
	began := time.Now()
	h.probe.ask(ctx, h.mounts)
	b := sample.NewBatch(time.Now(), nil)
	err = h.emit(b)
	return b.Len() / 3, time.Since(began), err
}

func TestAFilesystemThatHangsStallsNoTickAndComesBackWhenItAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHanging("nas:/a", "/dev/sda", "nas:/b", "tmpfs")
		h.hang["/mnt/0"] = make(chan struct{})
		f := func(reported int, took time.Duration, fault string) {
			t.Helper()
			n, d, err := h.tick(t.Context())
			if n != reported || d != took || (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), fault) {
				t.Errorf("%d reported in %v, %v; want %d in %v, %q", n, d, err, reported, took, fault)
			}
		}
		f(3, 500*time.Millisecond, "statfs /mnt/0: no answer for 1s")
		time.Sleep(59*time.Second + 500*time.Millisecond)
		f(3, 0, "statfs /mnt/0: no answer for 1m0s")
		if h.asked["/mnt/0"] != 1 {
			t.Errorf("the file system that hangs was asked %d times", h.asked["/mnt/0"])
		}
		close(h.hang["/mnt/0"])
		delete(h.hang, "/mnt/0")
		synctest.Wait()
		f(4, 0, "")
		if h.probe.stuck != 0 {
			t.Errorf("%d still counted as stuck", h.probe.stuck)
		}
	})
}

func TestManyFilesystemsThatHangAreFoundOverTicksAndBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		devices := []string{"/dev/sda"}
		for i := range 40 {
			devices = append(devices, fmt.Sprintf("nas:/%d", i))
		}
		h := newHanging(devices...)
		release := make(chan struct{})
		for i := 1; i <= 40; i++ {
			h.hang[fmt.Sprintf("/mnt/%d", i)] = release
		}
		for range 30 {
			n, took, err := h.tick(t.Context())
			if n != 1 || took > time.Second || err == nil {
				t.Fatalf("%d reported in %v, %v; want the local one within the budget", n, took, err)
			}
		}
		if h.probe.stuck != h.probe.maxStuck {
			t.Errorf("%d stuck, want the bound %d", h.probe.stuck, h.probe.maxStuck)
		}
		if n, took, _ := h.tick(t.Context()); n != 1 || took != 0 {
			t.Errorf("at the bound: %d in %v", n, took)
		}
		close(release)
		synctest.Wait()
		if n, _, err := h.tick(t.Context()); n != 41 || err != nil {
			t.Errorf("after release: %d reported, %v", n, err)
		}
	})
}

func TestATickThatEndsLeavesTheWalkToEndByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHanging("nas:/a", "nas:/b")
		h.hang["/mnt/0"] = make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, cancel)
		if n, took, err := h.tick(ctx); n != 0 || took != 100*time.Millisecond || err == nil {
			t.Errorf("%d in %v, %v", n, took, err)
		}
		close(h.hang["/mnt/0"])
		synctest.Wait()
		if h.asked["/mnt/1"] != 0 {
			t.Error("the walk went on although nobody waits")
		}
		if n, _, err := h.tick(t.Context()); n != 2 || err != nil {
			t.Errorf("next tick: %d, %v", n, err)
		}
	})
}

func TestAShortDeadlineIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHanging("nas:/a", "nas:/b", "nas:/c", "nas:/d")
		release := make(chan struct{})
		h.hang["/mnt/0"], h.hang["/mnt/1"], h.hang["/mnt/2"] = release, release, release
		f := func(reported int, took time.Duration) {
			t.Helper()
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			if n, d, err := h.tick(ctx); n != reported || d != took || err == nil {
				t.Errorf("%d in %v, %v; want %d in %v", n, d, err, reported, took)
			}
		}
		f(0, 50*time.Millisecond)
		f(1, 25*time.Millisecond)
		f(1, 0)
		close(release)
	})
}

func TestAMountThatIsGoneWhileItHangsIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHanging("nas:/a", "/dev/sda")
		h.hang["/mnt/0"] = make(chan struct{})
		h.tick(t.Context())
		h.update([]mountPoint{{device: "/dev/sda", point: "/mnt/1", fstype: "x", volume: "/dev/sda", whole: true}}, time.Time{})
		if n, _, err := h.tick(t.Context()); n != 1 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		close(h.hang["/mnt/0"])
	})
}

func TestSpaceThatCannotBeIsHeldWithinReason(t *testing.T) {
	f := func(blocks, free, available, size uint64, want space) {
		t.Helper()
		if got := newSpace(blocks, free, available, size); got != want {
			t.Errorf("newSpace(%d, %d, %d, %d) = %+v, want %+v", blocks, free, available, size, got, want)
		}
	}
	const most = 1<<63 - 1
	f(100, 40, 30, 4096, space{409600, 245760, 122880})
	f(100, 200, 30, 1, space{100, 0, 30})              // more free than there is
	f(100, 10, 1<<64-5, 1, space{100, 90, 0})          // -5 available: more reserved than left
	f(1<<64-1, 1<<64-1, 1, 4096, space{most, 0, 4096}) // a file system without bounds
	f(0, 0, 0, 4096, space{})
}
