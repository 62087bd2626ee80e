package queue

import (
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestAFullDiskLeavesRecordsInMemoryAndCountsWhatNoLongerFits(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("mount a small file system: %v", err)
	}
	t.Cleanup(func() { unix.Unmount(dir, 0) })
	q, stats := open(t, Options{Dir: dir, MaxBytes: 150_000})
	bodies := make([]string, 8)
	full := 0
	for i := range bodies {
		bodies[i] = strings.Repeat(string(rune('a'+i)), 20_000)
		if err := q.Push(time.Now(), payload(bodies[i])); errors.Is(err, unix.ENOSPC) {
			full++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if full == 0 || stats.Length.Load() != 7 || stats.Overflow.Load() != 1 {
		t.Errorf("%d did not fit on disk, %d wait, %d dropped", full, stats.Length.Load(), stats.Overflow.Load())
	}
	if got := drain(q); got != strings.Join(bodies[1:], " ") {
		t.Errorf("%d bytes arrived", len(got))
	}
	q.Close()
}
