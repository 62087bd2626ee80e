// Package procfile reads kernel text files again and again through one
// descriptor, and takes their lines apart without allocating.
package procfile

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// maxSize is far above the largest such file of a host with a thousand CPUs.
const maxSize = 16 << 20

// File is a kernel file that is kept open. It is used by one goroutine.
type File struct {
	path string
	open readCloser // nil after a failed read; opened again by the next one
	buf  []byte
}

type readCloser interface {
	io.ReaderAt
	io.Closer
}

// Open opens the file at path.
func Open(path string) (*File, error) {
	f := &File{path: path, buf: make([]byte, 4096)}
	if err := f.reopen(); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *File) reopen() error {
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	f.open = file
	return nil
}

// Read returns the whole file as it is now. The bytes belong to f and hold
// until the next Read. After an error the file is opened anew next time.
func (f *File) Read() ([]byte, error) {
	if f.open == nil {
		if err := f.reopen(); err != nil {
			return nil, err
		}
	}
	n := 0
	for {
		got, err := f.open.ReadAt(f.buf[n:], int64(n))
		n += got
		switch {
		case errors.Is(err, io.EOF):
			return f.buf[:n], nil
		case err != nil:
			f.Close()
			return nil, fmt.Errorf("read %s: %w", f.path, err)
		case n >= maxSize:
			return nil, fmt.Errorf("read %s: larger than %d bytes", f.path, maxSize)
		}
		f.buf = append(f.buf, make([]byte, len(f.buf))...)
	}
}

// Path returns where the file is.
func (f *File) Path() string { return f.path }

// Close closes the descriptor.
func (f *File) Close() error {
	if f.open == nil {
		return nil
	}
	err := f.open.Close()
	f.open = nil
	return err
}
