//go:build !linux

package engine

import (
	"fmt"
	"io"
	"os"
)

// spool keeps the data of an insert in a file under dir until the engine has read it.
type spool struct {
	file *os.File
	size int64
}

func newSpool(r io.Reader, dir string) (*spool, error) {
	f, err := os.CreateTemp(dir, "insert-*")
	if err != nil {
		return nil, fmt.Errorf("create spool file: %w", err)
	}
	s := &spool{file: f}
	if s.size, err = io.Copy(f, r); err != nil {
		s.Close()
		return nil, bodyError(err)
	}
	return s, nil
}

func (s *spool) path() string { return s.file.Name() }

func (s *spool) Close() {
	os.Remove(s.file.Name())
	s.file.Close()
}
