package cuda

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"platform/internal/collector/source"
)

// Capabilities by their bit.
const (
	capSysAdmin = 21
	capPerfmon  = 38
	capBPF      = 39
)

// supported says what the host lacks, as far as that can be told without
// loading anything.
func supported(unproven bool) error {
	if !proven && !unproven {
		return fmt.Errorf("%w: the CUDA probes are not proven on %s and are off there unless asked for", source.ErrUnavailable, runtime.GOARCH)
	}
	if kernelBefore(5, 15) {
		major, minor := kernelRelease()
		return fmt.Errorf("%w: kernel %d.%d is older than 5.15, which brought probe cookies", source.ErrUnavailable, major, minor)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return fmt.Errorf("read own capabilities: %w", err)
	}
	if missing := missingCapabilities(status); missing != "" {
		return fmt.Errorf("%w: the collector lacks %s", source.ErrUnavailable, missing)
	}
	if users, err := os.ReadFile("/proc/self/uid_map"); err == nil && !hostUsers(users) {
		return fmt.Errorf("%w: the collector's capabilities are those of a user namespace, which do not reach the kernel's probes (a rootless container?)", source.ErrUnavailable)
	}
	return nil
}

// hostUsers reports whether a uid_map is that of a process outside all user
// namespaces: every user is itself.
func hostUsers(uidMap []byte) bool {
	return slices.Equal(strings.Fields(string(uidMap)), []string{"0", "0", "4294967295"})
}

// missingCapabilities names what /proc/PID/status shows to be missing.
func missingCapabilities(status []byte) string {
	lines := bufio.NewScanner(bytes.NewReader(status))
	for lines.Scan() {
		text, ok := strings.CutPrefix(lines.Text(), "CapEff:")
		if !ok {
			continue
		}
		have, err := strconv.ParseUint(strings.TrimSpace(text), 16, 64)
		if err != nil || have>>capSysAdmin&1 == 1 {
			return ""
		}
		var missing []string
		if have>>capBPF&1 == 0 {
			missing = append(missing, "CAP_BPF")
		}
		if have>>capPerfmon&1 == 0 {
			missing = append(missing, "CAP_PERFMON")
		}
		return strings.Join(missing, " and ")
	}
	return ""
}

// explain adds to an error of loading what most likely stands behind it.
func explain(err error) error {
	lockdown, readErr := os.ReadFile("/sys/kernel/security/lockdown")
	if readErr != nil {
		lockdown = nil
	}
	return explainUnder(lockdown, err)
}

// explainUnder explains an error on a kernel with the given state of lockdown, as
// in "none [integrity] confidentiality"; nil where it has none.
func explainUnder(lockdown []byte, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		if lockdown != nil && !bytes.Contains(lockdown, []byte("[none]")) {
			return fmt.Errorf("%w: kernel lockdown is on (%s): %w", source.ErrUnavailable, bytes.TrimSpace(lockdown), err)
		}
		return fmt.Errorf("%w: the kernel refuses: %w", source.ErrUnavailable, err)
	case errors.Is(err, unix.ENOMEM):
		return fmt.Errorf("%w: no memory for the programs' maps within the limits of the cgroup or of locked memory: %w", source.ErrUnavailable, err)
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EINVAL):
		return fmt.Errorf("%w: the kernel lacks what the programs need: %w", source.ErrUnavailable, err)
	}
	return fmt.Errorf("%w: %w", source.ErrUnavailable, err)
}
