package queue

import (
	"os"

	"golang.org/x/sys/windows"
)

// lockFile fails when another process holds the file. The lock goes with the
// process.
func lockFile(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, new(windows.Overlapped))
}

// syncDir does nothing: a directory cannot be synced on Windows, which writes
// renames to its journal.
func syncDir(string) error { return nil }
