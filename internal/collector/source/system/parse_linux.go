package system

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"time"

	"platform/internal/collector/host/procfile"
)

// The parsers append what they understand and report the first line that they
// do not.

// sectorSize is the unit of /proc/diskstats, whatever the device's own is.
const sectorSize = 512

// badLine is the error for a line that is not as the kernel writes it.
func badLine(line []byte) error {
	const most = 80
	return fmt.Errorf("unexpected line %q", line[:min(len(line), most)])
}

// keep returns the earlier of two errors; line gave the later one, if any.
func keep(err error, ok bool, line []byte) error {
	if err != nil || ok {
		return err
	}
	return badLine(line)
}

// parseStat reads the lines of single CPUs, such as
//
//	cpu3 user nice system idle iowait irq softirq steal guest guest_nice
//
// Guest time is part of user and nice. Early kernels end after idle.
func parseStat(raw []byte, dst []cpuTime) ([]cpuTime, error) {
	var err error
	for len(raw) > 0 {
		var line []byte
		line, raw = procfile.Line(raw)
		name, rest := procfile.Field(line)
		digits, found := bytes.CutPrefix(name, []byte("cpu"))
		if !found || len(digits) == 0 {
			if len(dst) > 0 && !found {
				break // CPUs come first; the interrupts after them are long
			}
			continue
		}
		t, ok := parseCPU(digits, rest)
		if ok {
			dst = append(dst, t)
		}
		err = keep(err, ok, line)
	}
	if len(dst) == 0 && err == nil {
		err = errors.New("no CPUs")
	}
	return dst, err
}

func parseCPU(digits, rest []byte) (t cpuTime, ok bool) {
	const idle, iowait, steal = 3, 4, 7
	number, ok := procfile.Number(digits)
	if !ok || number >= maxCPUs {
		return t, false
	}
	t.number = int(number)
	for i := 0; i <= steal; i++ {
		var field []byte
		field, rest = procfile.Field(rest)
		n, ok := procfile.Number(field)
		switch {
		case !ok:
			return t, i > idle && len(field) == 0
		case i == idle, i == iowait:
			t.idle += float64(n)
		default:
			t.busy += float64(n)
		}
	}
	return t, true
}

// parseBootTime reads the line "btime seconds"; zero when there is none.
func parseBootTime(raw []byte) time.Time {
	for len(raw) > 0 {
		var line []byte
		line, raw = procfile.Line(raw)
		if name, rest := procfile.Field(line); string(name) == "btime" {
			if n, _, ok := procfile.Count(rest); ok && n > 0 && n < math.MaxInt32*4 {
				return time.Unix(n, 0)
			}
		}
	}
	return time.Time{}
}

// parseMeminfo reads lines such as "MemTotal:  24682740 kB". Shared memory is
// counted by the kernel as cached although it cannot be given back, so it is
// taken as used; reclaimable slabs are cached.
func parseMeminfo(raw []byte) (memory, error) {
	var m memory
	var err error
	var shared, reclaimable int64
	for len(raw) > 0 {
		var line []byte
		line, raw = procfile.Line(raw)
		name, rest := procfile.Field(line)
		var to *int64
		switch string(name) {
		case "MemTotal:":
			to = &m.total
		case "MemFree:":
			to = &m.free
		case "Buffers:":
			to = &m.buffers
		case "Cached:":
			to = &m.cached
		case "Shmem:":
			to = &shared
		case "SReclaimable:":
			to = &reclaimable
		default:
			continue
		}
		n, _, ok := procfile.Count(rest)
		*to = min(n, math.MaxInt64>>11) << 10
		err = keep(err, ok, line)
	}
	m.cached = max(0, m.cached-shared) + reclaimable
	m.tellsCache = true
	if err == nil && m.total == 0 {
		err = errors.New("no MemTotal")
	}
	return m, err
}

// parseDiskstats reads lines such as
//
//	259 0 nvme0n1 reads merged sectors ms writes merged sectors ms ...
func parseDiskstats(raw []byte, dst []diskCount) ([]diskCount, error) {
	var err error
	for len(raw) > 0 {
		var line []byte
		line, raw = procfile.Line(raw)
		if len(line) == 0 {
			continue
		}
		c, ok := parseDisk(line)
		if ok {
			dst = append(dst, c)
		}
		err = keep(err, ok, line)
	}
	return dst, err
}

func parseDisk(line []byte) (c diskCount, ok bool) {
	var rest []byte
	c.name, rest = procfile.Field(procfile.Skip(line, 2))
	var n [7]int64
	for i := range n {
		if n[i], rest, ok = procfile.Count(rest); !ok {
			return c, false
		}
	}
	c.reads, c.readBytes = n[0], bytesOf(uint64(n[2]), sectorSize)
	c.writes, c.writeBytes = n[4], bytesOf(uint64(n[6]), sectorSize)
	return c, true
}

// parseNetDev reads lines such as
//
//	eth0: bytes packets errs drop fifo frame compressed multicast bytes packets errs ...
//
// after two lines of headings, and skips the loopback interface.
func parseNetDev(raw []byte, dst []networkCount) ([]networkCount, error) {
	var err error
	for len(raw) > 0 {
		var line []byte
		line, raw = procfile.Line(raw)
		if len(line) == 0 || bytes.IndexByte(line, '|') >= 0 {
			continue
		}
		c, ok := parseInterface(line)
		if ok && string(c.name) != "lo" {
			dst = append(dst, c)
		}
		err = keep(err, ok, line)
	}
	return dst, err
}

func parseInterface(line []byte) (c networkCount, ok bool) {
	name, rest, _ := bytes.Cut(line, []byte{':'})
	c.name, _ = procfile.Field(name)
	var n [11]int64
	for i := range n {
		if n[i], rest, ok = procfile.Count(rest); !ok {
			return c, false
		}
	}
	c.received, c.receiveErrors = n[0], n[2]
	c.transmitted, c.transmitErrors = n[8], n[10]
	return c, len(c.name) > 0
}
