package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// repairLogs makes tables forget inserts that never came to be. A table notes an
// insert, to leave out repeated ones, before its part is in place; when the process
// dies in between, the sender's repetition would be taken for done and its rows lost.
// It must run before the engine: merges hide which parts there were.
func repairLogs(store string) error {
	logs, err := filepath.Glob(filepath.Join(store, "store", "*", "*", "deduplication_logs", "deduplication_log_*.txt"))
	if err != nil {
		return fmt.Errorf("repair deduplication logs: %w", err)
	}
	var failed error
	for _, path := range logs {
		if err := repairLog(path); err != nil {
			failed = errors.Join(failed, fmt.Errorf("repair deduplication logs: %w", err))
		}
	}
	return failed
}

func repairLog(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Dir(filepath.Dir(path)))
	if err != nil {
		return err
	}
	parts := partNames{}
	for _, e := range entries {
		parts.add(e.Name())
	}
	kept := keepDone(string(raw), parts)
	if kept == string(raw) {
		return nil
	}
	// Its own directory is read by name; a file beside it with another is not looked at.
	temporary := path + ".repaired"
	if err := os.WriteFile(temporary, []byte(kept), 0o640); err != nil {
		return err
	}
	return os.Rename(temporary, path)
}

// keepDone returns the lines of a log but those of inserts without a part: "1", the
// part and the insert's hash, tab-separated. "2" notes that the part was dropped later.
func keepDone(log string, parts partNames) string {
	dropped := map[string]bool{}
	for line := range strings.Lines(log) {
		if rest, ok := strings.CutPrefix(line, "2\t"); ok {
			dropped[rest] = true
		}
	}
	var kept strings.Builder
	for line := range strings.Lines(log) {
		if !strings.HasSuffix(line, "\n") {
			continue // the process died while it wrote this
		}
		rest, added := strings.CutPrefix(line, "1\t")
		part, _, _ := strings.Cut(rest, "\t")
		if added && !dropped[rest] && !parts.cover(part) {
			continue
		}
		kept.WriteString(line)
	}
	return kept.String()
}

// partNames are the ranges of blocks that a table's parts hold, by partition.
type partNames map[string][][2]uint64

// partName is partition, first and last block, level and, after a mutation, its version.
var partName = regexp.MustCompile(`^([^_]+)_(\d+)_(\d+)_\d+(?:_\d+)?$`)

func (p partNames) add(name string) {
	if m := partName.FindStringSubmatch(name); m != nil {
		first, _ := strconv.ParseUint(m[2], 10, 64)
		last, _ := strconv.ParseUint(m[3], 10, 64)
		p[m[1]] = append(p[m[1]], [2]uint64{first, last})
	}
}

// cover says whether the blocks of the part of that name are in one that there is.
// A name that is not understood is left alone.
func (p partNames) cover(name string) bool {
	m := partName.FindStringSubmatch(name)
	if m == nil {
		return true
	}
	first, _ := strconv.ParseUint(m[2], 10, 64)
	last, _ := strconv.ParseUint(m[3], 10, 64)
	for _, have := range p[m[1]] {
		if have[0] <= first && last <= have[1] {
			return true
		}
	}
	return false
}
