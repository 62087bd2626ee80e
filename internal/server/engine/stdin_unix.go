//go:build unix

package engine

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// takeStdin returns what was standard input and leaves an empty one in its place.
//
// On every insert libchdb asks standard input whether it has data. It makes the file
// non-blocking for that moment; of two inserts at once, one makes it blocking again while
// the other is about to read, and waits for ever if nothing comes, as from a server that only
// holds the other end.
func takeStdin() (*os.File, error) {
	fd, err := unix.FcntlInt(os.Stdin.Fd(), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, fmt.Errorf("take standard input: %w", err)
	}
	empty, err := os.Open(os.DevNull)
	if err != nil {
		return nil, fmt.Errorf("take standard input: %w", err)
	}
	defer empty.Close()
	if err := unix.Dup2(int(empty.Fd()), 0); err != nil {
		return nil, fmt.Errorf("take standard input: %w", err)
	}
	return os.NewFile(uintptr(fd), "stdin"), nil
}
