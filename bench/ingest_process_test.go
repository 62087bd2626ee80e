//go:build linux

package bench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// child is the process id of the engine.
func (s *ingestServer) child(b *testing.B) int {
	b.Helper()
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.server))
	for _, path := range tasks {
		raw, _ := os.ReadFile(path)
		if fields := strings.Fields(string(raw)); len(fields) > 0 {
			pid, _ := strconv.Atoi(fields[0])
			return pid
		}
	}
	b.Fatal("no engine")
	return 0
}

// forgetPeak makes the kernel measure the most memory of a process anew.
func forgetPeak(b *testing.B, pid int) {
	b.Helper()
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0); err != nil {
		b.Fatal(err)
	}
}

// peak is the most memory that a process has had since, in bytes.
func peak(b *testing.B, pid int) int64 {
	b.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kb << 10
		}
	}
	b.Fatal("no resident size")
	return 0
}

// cpuOf is the processor time that a process has used, in seconds.
func cpuOf(b *testing.B, pid int) float64 {
	b.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Fatal(err)
	}
	fields := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+1:]))
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / 100
}
