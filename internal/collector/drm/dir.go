package drm

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
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

// Read returns a file, in one read as tables of the firmware want it.
func (d Dir) Read(name string) ([]byte, error) {
	f, err := os.Open(filepath.Join(string(d), name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buf := make([]byte, 4096)
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
func (d Dir) Text(name string) string {
	raw, err := d.Read(name)
	if err != nil {
		return ""
	}
	return strings.ToValidUTF8(strings.TrimSpace(string(raw)), "")
}

// Uint returns a count.
func (d Dir) Uint(name string) *uint64 {
	raw, err := d.Read(name)
	if err != nil {
		return nil
	}
	return parseUint(raw)
}

func parseUint(raw []byte) *uint64 {
	n, err := strconv.ParseUint(string(bytes.TrimSpace(raw)), 10, 64)
	if err != nil {
		return nil
	}
	return &n
}

// Scaled returns a number divided by scale; it may be negative.
func (d Dir) Scaled(name string, scale float64) *float64 {
	raw, err := d.Read(name)
	if err != nil {
		return nil
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(raw)), 10, 64)
	if err != nil {
		return nil
	}
	return new(float64(n) / scale)
}

// Percent returns a percentage as a ratio.
func (d Dir) Percent(name string) *float64 { return d.Scaled(name, 100) }

// Hex returns a number such as 0x1002.
func (d Dir) Hex(name string) (uint64, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(d.Text(name), "0x"), 16, 64)
	return n, err == nil
}
