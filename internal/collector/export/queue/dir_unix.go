//go:build unix

package queue

import (
	"os"

	"golang.org/x/sys/unix"
)

// lockFile fails when another process holds the file. The lock goes with the
// process.
func lockFile(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// syncDir makes renames in the directory outlive a loss of power.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
