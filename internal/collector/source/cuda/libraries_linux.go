//go:build amd64 || arm64

package cuda

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// library is a file with probes in it.
type library struct {
	kind   libraryKind
	id     uint8 // in the cookies of its probes; 0 is shared by those past the last
	path   string
	file   identity
	image  image
	handle *os.File // keeps the file while probes may be put into it again
	links  [groups]links
	placed bool // its probes have been put in

	seen    libraryStats // at the last look
	missing int          // scans in a row that found no process mapping it
	fixed   bool         // found in an install path, kept without a process
}

// identity tells files apart that are mapped from different places.
type identity struct {
	buildID string
	size    int64
	mtime   time.Time
	inode   uint64
	device  uint64
	overlay bool
}

// same reports whether two paths lead to one inode of the kernel. Two overlay
// mounts of one lower file agree in the inode number and differ in the device;
// probes through both would count every call twice.
func (a identity) same(b identity) bool {
	if a.inode != b.inode || a.size != b.size || a.buildID != b.buildID {
		return false
	}
	if a.device == b.device {
		return true
	}
	return (a.overlay || b.overlay) && (a.buildID != "" || a.mtime.Equal(b.mtime))
}

const overlayMagic = 0x794c7630

func identify(f *os.File) (identity, error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return identity{}, fmt.Errorf("stat %s: %w", f.Name(), err)
	}
	var fs unix.Statfs_t
	if err := unix.Fstatfs(int(f.Fd()), &fs); err != nil {
		return identity{}, fmt.Errorf("stat file system of %s: %w", f.Name(), err)
	}
	return identity{size: st.Size, mtime: time.Unix(st.Mtim.Unix()), inode: st.Ino,
		device: uint64(st.Dev), overlay: fs.Type == overlayMagic}, nil
}

// installed are the places where drivers and toolkits put their libraries.
var installed = []string{
	"usr/lib/x86_64-linux-gnu/libcuda.so.*",
	"usr/lib/aarch64-linux-gnu/libcuda.so.*",
	"usr/lib64/libcuda.so.*",
	"usr/lib/libcuda.so.*",
	"usr/lib/wsl/lib/libcuda.so.*",
	"usr/local/nvidia/lib64/libcuda.so.*",
	"run/nvidia/driver/usr/lib/*/libcuda.so.*",
	"run/nvidia/driver/usr/lib64/libcuda.so.*",
	"home/kubernetes/bin/nvidia/lib64/libcuda.so.*",
	"usr/local/cuda*/lib64/libcudart.so.*",
	"usr/local/cuda*/targets/*/lib/libcudart.so.*",
	"usr/lib/x86_64-linux-gnu/libcudart.so.*",
	"usr/lib/aarch64-linux-gnu/libcudart.so.*",
	"opt/cuda/lib64/libcudart.so.*",
	"opt/conda/lib/libcudart.so.*",
}

// scanInstalled finds the libraries in the install paths.
func (t *tracer) scanInstalled() error {
	var errs []error
	for _, pattern := range installed {
		paths, _ := filepath.Glob(filepath.Join(t.root.FS, pattern))
		for _, path := range paths {
			if strings.Contains(path, "/stubs/") || strings.Contains(path, "/compat/") {
				continue
			}
			f, err := os.Open(path)
			if err == nil {
				err = t.found(f, path, true)
			}
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

const maxMaps = 64 << 20 // bytes of one process's maps that are read

// scanProcess finds the libraries that a process maps.
func (t *tracer) scanProcess(pid int) error {
	dir := filepath.Join(t.root.Proc, strconv.Itoa(pid))
	raw, err := readLimited(filepath.Join(dir, "maps"), maxMaps)
	if err != nil {
		return nil // it has ended, or is not ours to see
	}
	var errs []error
	parseMaps(raw, func(m mapping) bool {
		kind, ok := kindOf(m.path)
		if !ok || !m.exec || !t.looksAt(m.path) {
			return true
		}
		if kind == runtimeLibrary {
			t.usesRuntime(uint32(pid))
		}
		f, err := os.Open(filepath.Join(dir, "map_files", fmt.Sprintf("%x-%x", m.start, m.end)))
		if err != nil {
			f, err = os.Open(filepath.Join(dir, "root", strings.TrimSuffix(m.path, deleted)))
		}
		if err == nil {
			err = t.found(f, m.path, false)
		}
		if !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
		return true
	})
	return errors.Join(errs...)
}

// looksAt reports whether a library of a process is one to look at.
func (t *tracer) looksAt(path string) bool {
	return t.below == "" || strings.HasPrefix(path, t.below+"/")
}

// scanAll looks at every process, and lets go of libraries that none has mapped
// for two scans: a probe keeps a deleted file on disk.
func (t *tracer) scanAll() error {
	entries, err := os.ReadDir(t.root.Proc)
	if err != nil {
		return fmt.Errorf("list processes: %w", err)
	}
	t.mu.Lock()
	for _, l := range t.libraries {
		l.missing++
	}
	t.mu.Unlock()
	errs := t.scanEach(entries)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.libraries = slices.DeleteFunc(t.libraries, func(l *library) bool {
		if l.fixed || l.missing < 2 {
			return false
		}
		errs = append(errs, l.close())
		return true
	})
	return errors.Join(errs...)
}

// scanners is how many processes are looked at side by side: reading what one has
// mapped may have to wait for it.
const scanners = 4

func (t *tracer) scanEach(entries []os.DirEntry) []error {
	pids := make(chan int)
	errs := make([]error, scanners)
	var wg sync.WaitGroup
	for i := range scanners {
		wg.Go(func() {
			for pid := range pids {
				errs[i] = errors.Join(errs[i], t.scanProcess(pid))
			}
		})
	}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			pids <- pid
		}
	}
	close(pids)
	wg.Wait()
	return errs
}

// found takes f over as a library to probe, unless it is known.
func (t *tracer) found(f *os.File, path string, fixed bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	l, err := t.newLibrary(f, path, fixed)
	if l == nil {
		f.Close()
	} else {
		t.libraries = append(t.libraries, l)
		t.beginLoad()
	}
	if err != nil {
		return fmt.Errorf("look at %s: %w", path, err)
	}
	return nil
}

// newLibrary returns nil when there is nothing to probe in f, or it is known.
func (t *tracer) newLibrary(f *os.File, path string, fixed bool) (*library, error) {
	if t.closed {
		return nil, errClosed
	}
	file, err := identify(f)
	if err != nil {
		return nil, err
	}
	if t.known(file, fixed) {
		return nil, nil
	}
	img, err := readImage(f)
	if err != nil {
		return nil, err
	}
	kind, _ := kindOf(path)
	if img.machine != machine {
		return nil, nil // of 32-bit programs, whose arguments lie elsewhere
	}
	if kind == driverLibrary && !strings.HasPrefix(img.soname, "libcuda.so") {
		return nil, nil // something that stands in for the driver and calls it
	}
	file.buildID = img.buildID
	if t.known(file, fixed) {
		return nil, nil
	}
	l := &library{kind: kind, path: path, file: file, image: img, handle: f, fixed: fixed}
	if kind == runtimeLibrary {
		l.id = t.nextID()
	}
	return l, nil
}

// known reports whether probes are in file already. Without a build id, which
// costs reading the file, only the same device is proof.
func (t *tracer) known(file identity, fixed bool) bool {
	for _, l := range t.libraries {
		if l.file.same(file) || file.buildID == "" && file.device == l.file.device && file.inode == l.file.inode {
			l.missing = 0
			l.fixed = l.fixed || fixed
			return true
		}
	}
	return false
}

// nextID returns a number that no runtime library has, 0 when all are taken.
func (t *tracer) nextID() uint8 {
	for id := uint8(1); id != 0; id++ {
		if !slices.ContainsFunc(t.libraries, func(l *library) bool { return l.id == id }) {
			return id
		}
	}
	return 0
}
