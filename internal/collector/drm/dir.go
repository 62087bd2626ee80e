package drm

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// Dir is a directory of sysfs. Its files hold one value each; one that is
// missing, cannot be read or holds something else has no value. Nothing is
// kept open, so a device that is removed and comes back is read again.
type Dir string

// maxFile bounds what is read of one file; the largest has four kilobytes.
const maxFile = 64 << 10

// Sub returns a directory below.
func (d Dir) Sub(name string) Dir { return Dir(filepath.Join(string(d), name)) }

// There reports whether the directory is there.
func (d Dir) There() bool {
	info, err := os.Stat(string(d))
	return err == nil && info.IsDir()
}

// Names lists what is in the directory.
func (d Dir) Names() []string {
	all, _ := names(string(d))
	return all
}

func names(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// buffers hold files while their one value is read.
var buffers = sync.Pool{New: func() any { return new([4096]byte) }}

// value calls f with the bytes of a file, which it must not keep, unless the
// file cannot be read.
func (d Dir) value(name string, f func(raw []byte)) {
	buf := buffers.Get().(*[4096]byte)
	defer buffers.Put(buf)
	if raw, err := d.readInto(buf[:], name); err == nil {
		f(bytes.TrimSpace(raw))
	}
}

// Read returns a file, in one read as tables of the firmware want it.
func (d Dir) Read(name string) ([]byte, error) { return d.readInto(make([]byte, 4096), name) }

// readInto reads a file into buf, or a larger one when it does not fit.
func (d Dir) readInto(buf []byte, name string) ([]byte, error) {
	f, err := os.Open(filepath.Join(string(d), name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	n := 0
	for n < maxFile {
		if n == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
		got, err := f.Read(buf[n:])
		n += got
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return buf[:n], nil
}

// Text returns the text of a file without blanks around it.
func (d Dir) Text(name string) (text string) {
	d.value(name, func(raw []byte) { text = strings.ToValidUTF8(string(raw), "") })
	return text
}

// Uint returns a count.
func (d Dir) Uint(name string) (n *uint64) {
	d.value(name, func(raw []byte) { n = parseUint(raw) })
	return n
}

func parseUint(raw []byte) *uint64 {
	n, err := strconv.ParseUint(string(raw), 10, 64)
	if err != nil {
		return nil
	}
	return &n
}

// Scaled returns a number divided by scale; it may be negative.
func (d Dir) Scaled(name string, scale float64) (v *float64) {
	d.value(name, func(raw []byte) {
		if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
			v = new(float64(n) / scale)
		}
	})
	return v
}

// Percent returns a percentage as a ratio.
func (d Dir) Percent(name string) *float64 { return d.Scaled(name, 100) }

// Hex returns a number such as 0x1002.
func (d Dir) Hex(name string) (uint64, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(d.Text(name), "0x"), 16, 64)
	return n, err == nil
}
