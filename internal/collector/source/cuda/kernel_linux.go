package cuda

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// kernelRelease returns the major and minor number of the running kernel.
func kernelRelease() (major, minor int) {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return 0, 0
	}
	fmt.Sscanf(unix.ByteSliceToString(u.Release[:]), "%d.%d", &major, &minor)
	return major, minor
}

func kernelBefore(major, minor int) bool {
	a, b := kernelRelease()
	return a < major || a == major && b < minor
}
