package cuda

import (
	"bytes"
	"path"
	"strconv"
	"strings"
)

// mapping is a line of /proc/PID/maps.
type mapping struct {
	start, end uint64
	exec       bool
	offset     uint64 // in the file
	path       string // inside the process's root; "" when no file is mapped
}

// parseMaps calls yield with each mapping until it returns false. Lines that
// are not mappings are skipped.
func parseMaps(raw []byte, yield func(mapping) bool) {
	for len(raw) > 0 {
		line, rest, _ := bytes.Cut(raw, []byte{'\n'})
		raw = rest
		if m, ok := parseMapping(line); ok && !yield(m) {
			return
		}
	}
}

// parseMapping parses "start-end perms offset dev inode   path".
func parseMapping(line []byte) (m mapping, ok bool) {
	addresses, line, _ := bytes.Cut(line, []byte{' '})
	perms, line, _ := bytes.Cut(line, []byte{' '})
	offset, line, _ := bytes.Cut(line, []byte{' '})
	_, line, _ = bytes.Cut(line, []byte{' '})
	_, line, found := bytes.Cut(line, []byte{' '})
	start, end, dash := bytes.Cut(addresses, []byte{'-'})
	if !found || !dash || len(perms) < 4 {
		return m, false
	}
	m.exec = perms[2] == 'x'
	m.path = string(bytes.TrimLeft(line, " "))
	ok = parseHex(start, &m.start) && parseHex(end, &m.end) && parseHex(offset, &m.offset) && m.start < m.end
	return m, ok
}

func parseHex(text []byte, to *uint64) bool {
	n, err := strconv.ParseUint(string(text), 16, 64)
	*to = n
	return err == nil
}

// deleted is what the kernel appends to the path of a mapped file that is gone.
const deleted = " (deleted)"

// libraryKind says which API a library is.
type libraryKind uint8

const (
	runtimeLibrary libraryKind = iota
	driverLibrary
)

func (k libraryKind) String() string { return [...]string{"runtime", "driver"}[k] }

// kindOf tells CUDA libraries by their file name. Other files may export the
// same symbols and pass the calls on to the real library; probing those too
// would count calls twice.
func kindOf(file string) (libraryKind, bool) {
	name := path.Base(strings.TrimSuffix(file, deleted))
	is := func(soname string) bool { return name == soname || strings.HasPrefix(name, soname+".") }
	switch {
	case is("libcuda.so"):
		return driverLibrary, true
	case is("libcudart.so"), name == "libnd4jcuda.so": // the latter carries a runtime of its own
		return runtimeLibrary, true
	}
	return 0, false
}
