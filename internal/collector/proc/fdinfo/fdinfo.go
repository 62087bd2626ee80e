// Package fdinfo reads what the kernel counts for every process that has a GPU
// open: engine time and memory of each DRM client.
//
//  1. scan.go finds the processes that hold /dev/dri or /dev/kfd, and keeps
//     watching the others at growing intervals.
//  2. fdinfo.go parses the files below /proc/PID/fdinfo.
package fdinfo

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

// Client is one use of one GPU: what a process opened, with all copies of the
// file descriptor counted once.
type Client struct {
	Driver  string // amdgpu, i915, xe, ...
	PCI     string // address such as 0000:03:00.0; "" on devices without
	ID      uint64 // unique among the clients of the device
	Engines []Engine
	Regions []Region
}

// Engine is how much a client used one kind of engine since it was opened. A
// driver counts either time (Busy) or cycles. The counts may step back a little.
type Engine struct {
	Name        string
	Busy        time.Duration
	Cycles      uint64
	TotalCycles uint64 // of the engine, whoever used it; 0 where time is counted
	Capacity    uint64 // how many engines of the kind there are; at least 1
}

// Region is the memory of a client in one place: vram, gtt, local0, system, ...
// A nil value was not reported. All are bytes.
type Region struct {
	Name      string
	Total     *uint64 // allocated, also what is shared or swapped out
	Shared    *uint64
	Resident  *uint64
	Purgeable *uint64
	Active    *uint64
	Memory    *uint64 // the name Resident had before Linux 6.12
}

// Used is the memory that is taken now.
func (r Region) Used() (uint64, bool) {
	for _, v := range [...]*uint64{r.Resident, r.Memory, r.Total} {
		if v != nil {
			return *v, true
		}
	}
	return 0, false
}

// VRAM is the memory that the client takes on the device itself; false when the
// driver does not say, or when the device has none of its own.
func (c Client) VRAM() (used uint64, ok bool) {
	for _, r := range c.Regions {
		name := strings.TrimRight(r.Name, "0123456789")
		if name != "vram" && name != "local" {
			continue
		}
		if n, has := r.Used(); has {
			used, ok = used+n, true
		}
	}
	return used, ok
}

// Most engines and regions that are kept of one client.
const maxParts = 64

// parse reads a file of /proc/PID/fdinfo. It returns false for a file that is
// not one of a DRM client.
func parse(raw []byte) (Client, bool) {
	var c Client
	hasID := false
	for line := range bytes.Lines(raw) {
		k, v, ok := bytes.Cut(line, []byte(":"))
		if !ok || !bytes.HasPrefix(k, []byte("drm-")) {
			continue
		}
		key, value := string(k[len("drm-"):]), strings.TrimSpace(string(v))
		switch key {
		case "driver":
			c.Driver = strings.ToValidUTF8(value, "")
		case "pdev":
			c.PCI = strings.ToValidUTF8(value, "")
		case "client-id":
			id, err := strconv.ParseUint(value, 10, 64)
			c.ID, hasID = id, err == nil
		default:
			c.count(key, value)
		}
	}
	return c, hasID && c.Driver != ""
}

// count keeps one number; the longer prefixes come first.
func (c *Client) count(key, value string) {
	n, unit, ok := number(value)
	if !ok {
		return
	}
	cut := func(prefix string) (string, bool) {
		name, ok := strings.CutPrefix(key, prefix)
		return name, ok && name != ""
	}
	if name, ok := cut("engine-capacity-"); ok {
		if e := c.engine(name); e != nil {
			e.Capacity = max(n, 1)
		}
	} else if name, ok := cut("engine-"); ok {
		if e := c.engine(name); e != nil {
			e.Busy = time.Duration(min(n, 1<<63-1))
		}
	} else if name, ok := cut("total-cycles-"); ok {
		if e := c.engine(name); e != nil {
			e.TotalCycles = n
		}
	} else if name, ok := cut("cycles-"); ok {
		if e := c.engine(name); e != nil {
			e.Cycles = n
		}
	} else {
		c.memory(cut, n, unit)
	}
}

// memory keeps an amount of memory, whose key starts with what it is of.
func (c *Client) memory(cut func(prefix string) (string, bool), n, unit uint64) {
	if unit == 0 || n > (1<<64-1)/unit {
		return
	}
	for _, kind := range [...]struct {
		prefix string
		field  func(*Region) **uint64
	}{
		{"total-", func(r *Region) **uint64 { return &r.Total }},
		{"shared-", func(r *Region) **uint64 { return &r.Shared }},
		{"resident-", func(r *Region) **uint64 { return &r.Resident }},
		{"purgeable-", func(r *Region) **uint64 { return &r.Purgeable }},
		{"active-", func(r *Region) **uint64 { return &r.Active }},
		{"memory-", func(r *Region) **uint64 { return &r.Memory }},
	} {
		if name, ok := cut(kind.prefix); ok {
			if r := c.region(name); r != nil {
				*kind.field(r) = new(n * unit)
			}
			return
		}
	}
}

// number splits "1234 KiB" into its value and the bytes of its unit; a unit
// that is not of memory is 0.
func number(s string) (n, unit uint64, ok bool) {
	digits, suffix, _ := strings.Cut(s, " ")
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return 0, 0, false
	}
	switch strings.TrimSpace(suffix) {
	case "":
		return n, 1, true
	case "KiB", "kB":
		return n, 1 << 10, true
	case "MiB":
		return n, 1 << 20, true
	case "GiB":
		return n, 1 << 30, true
	}
	return n, 0, true
}

// engine returns the engine of that name, made when it is new; nil beyond the
// limit.
func (c *Client) engine(name string) *Engine {
	for i := range c.Engines {
		if c.Engines[i].Name == name {
			return &c.Engines[i]
		}
	}
	if len(c.Engines) == maxParts {
		return nil
	}
	c.Engines = append(c.Engines, Engine{Name: strings.ToValidUTF8(name, ""), Capacity: 1})
	return &c.Engines[len(c.Engines)-1]
}

// region returns the region of that name, made when it is new; nil beyond the
// limit.
func (c *Client) region(name string) *Region {
	for i := range c.Regions {
		if c.Regions[i].Name == name {
			return &c.Regions[i]
		}
	}
	if len(c.Regions) == maxParts {
		return nil
	}
	c.Regions = append(c.Regions, Region{Name: strings.ToValidUTF8(name, "")})
	return &c.Regions[len(c.Regions)-1]
}
