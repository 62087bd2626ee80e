package system

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"platform/internal/collector/host"
	"platform/internal/collector/host/procfile"
)

// kernel is the kernel's own accounts. A file is nil when the host has none.
type kernel struct {
	root                                        host.Root
	stat, meminfo, diskstats, netdev, mountinfo *procfile.File

	table []byte // the table of mounts as of the last tick
}

// openKernel opens the files. With the host's root mounted in a container, the
// mounts and interfaces are those of the host's first process; procfs's own
// "self" would be the container's.
func openKernel(root host.Root) (*kernel, error) {
	k := &kernel{root: root}
	process := []string{"self"}
	if root.FS != "/" {
		process = []string{"1", "self"}
	}
	var missing []error
	open := func(names ...string) (f *procfile.File) {
		var err error
		for _, name := range names {
			if f, err = procfile.Open(filepath.Join(root.Proc, name)); err == nil {
				return f
			}
		}
		missing = append(missing, err)
		return nil
	}
	of := func(name string) (names []string) {
		for _, p := range process {
			names = append(names, filepath.Join(p, name))
		}
		return names
	}
	k.stat, k.meminfo, k.diskstats = open("stat"), open("meminfo"), open("diskstats")
	k.netdev, k.mountinfo = open(of("net/dev")...), open(of("mountinfo")...)
	if len(missing) == len(k.files()) {
		return nil, errors.Join(missing...)
	}
	return k, nil
}

func (k *kernel) files() []*procfile.File {
	return []*procfile.File{k.stat, k.meminfo, k.diskstats, k.netdev, k.mountinfo}
}

func (k *kernel) close() error {
	var errs []error
	for _, f := range k.files() {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// boot returns when the kernel's counts began.
func (k *kernel) boot() time.Time {
	if raw, err := read(k.stat); err == nil {
		return parseBootTime(raw)
	}
	return time.Time{}
}

// read returns the content of f, nothing when the host has no such file.
func read(f *procfile.File) ([]byte, error) {
	if f == nil {
		return nil, nil
	}
	return f.Read()
}

// list reads f and gives its lines to parse, which appends to dst.
func list[T any](f *procfile.File, dst []T, parse func([]byte, []T) ([]T, error)) ([]T, error) {
	raw, err := read(f)
	if err != nil || f == nil {
		return dst, err
	}
	if dst, err = parse(raw, dst); err != nil {
		err = fmt.Errorf("parse %s: %w", f.Path(), err)
	}
	return dst, err
}

func (k *kernel) cpus(dst []cpuTime) ([]cpuTime, error) { return list(k.stat, dst, parseStat) }

func (k *kernel) disks(_ context.Context, dst []diskCount) ([]diskCount, error) {
	return list(k.diskstats, dst, parseDiskstats)
}

func (k *kernel) networks(_ context.Context, dst []networkCount) ([]networkCount, error) {
	return list(k.netdev, dst, parseNetDev)
}

func (k *kernel) memory() (m memory, err error) {
	raw, err := read(k.meminfo)
	if err != nil || k.meminfo == nil {
		return m, err
	}
	if m, err = parseMeminfo(raw); err != nil {
		err = fmt.Errorf("parse %s: %w", k.meminfo.Path(), err)
	}
	return m, err
}

// mounts returns the table of mounts when it differs from the last call's.
func (k *kernel) mounts(context.Context) (points []mountPoint, changed bool, err error) {
	raw, err := read(k.mountinfo)
	if err != nil || bytes.Equal(raw, k.table) {
		return nil, false, err
	}
	points, err = parseMountinfo(raw)
	if err != nil {
		err = fmt.Errorf("parse %s: %w", k.mountinfo.Path(), err)
	}
	k.table = append(k.table[:0], raw...)
	return points, true, err
}

// reportsDisk reports whether a device is one that users think of as a disk:
// whole devices, stacked ones (md, dm) among them. Partitions are left out,
// because they count the same bytes once more; so are devices without a medium
// of their own (loop, ram, zram) and floppy drives.
func (k *kernel) reportsDisk(name string) bool {
	kind := strings.TrimRight(name, "0123456789")
	switch kind {
	case "loop", "ram", "zram", "fd":
		return false
	}
	// Only whole devices are in /sys/block; a slash is written as ! there.
	block := filepath.Join(k.root.Sys, "block")
	_, err := os.Stat(filepath.Join(block, strings.ReplaceAll(name, "/", "!")))
	if !errors.Is(err, fs.ErrNotExist) {
		return true
	}
	_, err = os.Stat(block)
	return err != nil // without sysfs, better twice than not at all
}

// path returns where the collector sees a mount point of the host.
func (k *kernel) path(point string) string { return filepath.Join(k.root.FS, point) }

// space asks the file system at path. With the host's root mounted in a
// container, a mount of the host may not have reached the container; the path
// then leads to the file system below it, which must not be taken for it.
func (k *kernel) space(path, volume string) (space, error) {
	var s unix.Statfs_t
	if err := again(func() error { return unix.Statfs(path, &s) }); err != nil {
		return space{}, err
	}
	// A subvolume of btrfs has a device number of its own.
	if k.root.FS != "/" && s.Type != unix.BTRFS_SUPER_MAGIC {
		var st unix.Stat_t
		if err := again(func() error { return unix.Stat(path, &st) }); err != nil {
			return space{}, err
		}
		if volume != fmt.Sprintf("%d:%d", unix.Major(st.Dev), unix.Minor(st.Dev)) {
			return space{}, fs.ErrNotExist
		}
	}
	size := uint64(s.Frsize)
	if size == 0 {
		size = uint64(s.Bsize)
	}
	return newSpace(s.Blocks, s.Bfree, s.Bavail, size), nil
}

// again calls f until no signal interrupts it.
func again(f func() error) error {
	for {
		if err := f(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
