package system

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"time"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// maxMounts bounds how many file systems are reported.
const maxMounts = 1024

// mountPoint is one entry of the table of mounts.
type mountPoint struct {
	device, point, fstype string
	volume                string // what two mounts of one file system share
	whole                 bool   // the root of the volume, not a directory of it
}

// space is what a file system says of itself, in bytes.
type space struct{ total, used, free int64 } // free: open to users without privilege

// mount is a file system that is reported. What follows entity is guarded by
// the mutex of the prober.
type mount struct {
	mountPoint
	path   string // where the collector sees the mount point
	local  bool   // on a device of this host or in its memory
	entity *sample.Entity

	space space
	err   error
	fresh bool      // space and err are of this tick
	since time.Time // when the call that has not returned began; zero: none
	ended bool      // it has nothing to report until the mounts change
}

type filesystems struct {
	exclude map[string]bool
	path    func(point string) string
	mounts  []*mount // local ones first
	left    int      // mounts beyond maxMounts
	probe   *prober
}

func newFilesystems(exclude []string, path func(string) string, measure func(path, volume string) (space, error)) *filesystems {
	f := &filesystems{exclude: map[string]bool{}, path: path, probe: newProber(measure)}
	for _, t := range exclude {
		f.exclude[t] = true
	}
	return f
}

func (s *Source) sampleFilesystems(ctx context.Context, b *sample.Batch) error {
	f := s.filesystems
	points, changed, err := s.kernel.mounts(ctx)
	if changed {
		f.update(points, s.boot)
	}
	f.probe.ask(ctx, f.mounts)
	return errors.Join(err, f.emit(b))
}

// emit adds the space of every file system that answered, and says in one
// error what did not.
func (f *filesystems) emit(b *sample.Batch) error {
	f.probe.mu.Lock()
	defer f.probe.mu.Unlock()
	var first error
	failed := 0
	for _, m := range f.mounts {
		err := m.failure()
		if err != nil {
			if failed++; first == nil {
				first = err
			}
			continue
		}
		if m.ended || !m.fresh {
			continue
		}
		b.Int(m.entity, metrics.FilesystemUsage, m.space.used, "used")
		b.Int(m.entity, metrics.FilesystemUsage, m.space.free, "free")
		if size := float64(m.space.used) + float64(m.space.free); size > 0 {
			b.Float(m.entity, metrics.FilesystemUtilization, float64(m.space.used)/size)
		}
	}
	switch {
	case failed > 1:
		return fmt.Errorf("%w (and %d more)", first, failed-1)
	case failed == 0 && f.left > 0:
		return fmt.Errorf("list mounts: %d beyond the first %d are not reported", f.left, maxMounts)
	}
	return first
}

// failure says why m has no value in this tick, and settles whether it will
// ever have one: pseudo file systems hold no blocks, and a mount point that is
// gone or closed to the collector stays so until the mounts change.
func (m *mount) failure() error {
	switch {
	case m.ended:
		return nil
	case !m.since.IsZero():
		return fmt.Errorf("statfs %s: no answer for %v", m.point, time.Since(m.since).Round(time.Second))
	case !m.fresh:
		return fmt.Errorf("statfs %s: not asked, because others do not answer", m.point)
	case errors.Is(m.err, fs.ErrPermission), errors.Is(m.err, fs.ErrNotExist):
		m.ended = true
		return nil
	case m.err != nil:
		return fmt.Errorf("statfs %s: %w", m.point, m.err)
	}
	m.ended = m.space.total == 0
	return nil
}

// update takes over a new table of mounts and keeps what it knows of those
// that were there before.
func (f *filesystems) update(points []mountPoint, boot time.Time) {
	f.probe.mu.Lock()
	defer f.probe.mu.Unlock()
	before := make(map[mountPoint]*mount, len(f.mounts))
	for _, m := range f.mounts {
		before[m.mountPoint] = m
	}
	points = f.choose(points)
	f.left = max(0, len(points)-maxMounts)
	f.mounts = f.mounts[:0:0] // a call that was given up may still hold the old list
	for _, p := range points[:len(points)-f.left] {
		m := before[p]
		if m == nil {
			m = &mount{mountPoint: p, path: f.path(p.point), local: p.isLocal()}
			m.entity = sample.NewEntity(
				named(metrics.Device, p.device),
				named(metrics.Mountpoint, p.point),
				named(metrics.FSType, p.fstype),
			).Since(boot)
		}
		m.ended = false
		f.mounts = append(f.mounts, m)
	}
}

// choose returns the mounts to report:
//   - not those of an excluded type;
//   - of several on one mount point, the last, which covers the others;
//   - of several of one volume, such as bind mounts and subvolumes, the one of
//     its root, then the one with the shortest path;
//   - not overlays below the root directory: each container has one, and all
//     repeat the space of the file system their upper layer is on. With nothing
//     excluded they are reported too.
//
// Local ones come first, so that one that hangs costs them nothing.
func (f *filesystems) choose(points []mountPoint) []mountPoint {
	byPoint := make(map[string]int, len(points))
	for i, p := range points {
		byPoint[p.point] = i
	}
	best := make(map[string]int, len(points))
	for i, p := range points {
		if byPoint[p.point] != i || f.exclude[p.fstype] || p.fstype == "autofs" {
			continue
		}
		if p.fstype == "overlay" && p.point != "/" && len(f.exclude) > 0 {
			continue
		}
		if j, ok := best[p.volume]; !ok || p.before(points[j]) {
			best[p.volume] = i
		}
	}
	chosen := make([]mountPoint, 0, len(best))
	for i, p := range points {
		if j, ok := best[p.volume]; ok && j == i {
			chosen = append(chosen, p)
		}
	}
	slices.SortStableFunc(chosen, func(a, b mountPoint) int { return rank(a) - rank(b) })
	return chosen
}

func (p mountPoint) before(q mountPoint) bool {
	if p.whole != q.whole {
		return p.whole
	}
	return len(p.point) < len(q.point)
}

// isLocal reports whether p needs neither the network nor another process to
// answer, as far as its name tells.
func (p mountPoint) isLocal() bool {
	if strings.HasPrefix(p.fstype, "fuse") {
		return false
	}
	return strings.HasPrefix(p.device, "/dev/") || !strings.ContainsAny(p.device, "/:\\")
}

func rank(p mountPoint) int {
	if p.isLocal() {
		return 0
	}
	return 1
}

// newSpace returns the space of blocks of that size. Counts that cannot be are
// what some file systems say when more is reserved than is left.
func newSpace(blocks, free, available, size uint64) space {
	free = min(free, blocks)
	if available > free {
		available = 0
	}
	return space{total: bytesOf(blocks, size), used: bytesOf(blocks-free, size), free: bytesOf(available, size)}
}

func bytesOf(blocks, size uint64) int64 {
	if size != 0 && blocks > math.MaxInt64/size {
		return math.MaxInt64
	}
	return int64(blocks * size)
}
