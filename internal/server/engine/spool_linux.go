package engine

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// spool keeps the data of an insert until the engine has read it: in memory, or in
// an unnamed file under dir when it is large.
type spool struct {
	file *os.File
	size int64
}

func newSpool(r io.Reader, dir string) (*spool, error) {
	fd, err := unix.MemfdCreate("insert", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("create memory file: %w", err)
	}
	s := &spool{file: os.NewFile(uintptr(fd), "insert")}
	if s.size, err = io.Copy(s.file, io.LimitReader(r, memoryBytes)); err != nil {
		s.Close()
		return nil, bodyError(err)
	}
	if s.size < memoryBytes {
		return s, nil
	}
	return s, s.toDisk(r, dir)
}

// toDisk moves what was read to a file and adds the rest of r.
func (s *spool) toDisk(r io.Reader, dir string) error {
	memory := s.file
	defer memory.Close()
	disk, err := os.CreateTemp(dir, "insert-*")
	if err != nil {
		s.file = nil
		return fmt.Errorf("create spool file: %w", err)
	}
	s.file = disk
	os.Remove(disk.Name())
	if _, err := memory.Seek(0, io.SeekStart); err != nil {
		s.Close()
		return fmt.Errorf("read memory file: %w", err)
	}
	if s.size, err = io.Copy(disk, io.MultiReader(memory, r)); err != nil {
		s.Close()
		return bodyError(err)
	}
	return nil
}

// path is valid in this process until Close.
func (s *spool) path() string { return fmt.Sprintf("/proc/self/fd/%d", s.file.Fd()) }

func (s *spool) Close() {
	if s.file != nil {
		s.file.Close()
	}
}
