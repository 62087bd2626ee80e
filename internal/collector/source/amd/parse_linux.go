package amd

import (
	"bytes"
	"strconv"
	"strings"
)

// parseBank returns the size of a memory bank in bytes.
func parseBank(raw []byte) *uint64 {
	for line := range bytes.Lines(raw) {
		key, text, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		if key == "size_in_bytes" {
			if n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64); err == nil && n > 0 {
				return &n
			}
		}
	}
	return nil
}

// parseErrorCount adds the counts of a RAS file to ce and ue: corrected and
// uncorrected errors, one in a line.
func parseErrorCount(raw []byte) (corrected, uncorrected uint64, ok bool) {
	for line := range bytes.Lines(raw) {
		key, text, _ := strings.Cut(string(line), ":")
		n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 63)
		if err != nil {
			continue
		}
		switch strings.TrimSpace(key) {
		case "ce":
			corrected, ok = n, true
		case "ue":
			uncorrected, ok = n, true
		}
	}
	return corrected, uncorrected, ok
}

// traffic is what pcie_bw says of one second: packets in each direction, and
// how many bytes one holds at most.
type traffic struct{ received, sent, payload uint64 }

func parseTraffic(raw []byte) (t traffic, ok bool) {
	fields := strings.Fields(string(raw))
	if len(fields) != 3 {
		return t, false
	}
	for i, to := range []*uint64{&t.received, &t.sent, &t.payload} {
		n, err := strconv.ParseUint(fields[i], 10, 48)
		if err != nil {
			return t, false
		}
		*to = n
	}
	return t, t.payload > 0 && t.payload <= 4096
}
