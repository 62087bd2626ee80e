package cuda

import "slices"

// model estimates how busy processes keep a device from the spans between their
// launches and the syncs that follow. It sees calls on the CPU side only: a late
// sync makes a span longer than the work in it. Times are ns of CLOCK_MONOTONIC.
//
// In an interval, a span adds its mean number of threads, at most the cores of
// the device, for as long as it lasts there. What all processes add up to beyond
// the device's cores is taken from each in proportion.
type model struct {
	from    uint64 // begin of the interval
	loads   map[loadKey]*load
	devices map[string]*cover
}

type loadKey struct {
	pid    uint32
	device string
}

// load is what one process did on one device in the interval.
type load struct {
	coreTime float64 // cores * ns
	cover    cover
}

// span is a time with launches on one stream.
type span struct {
	first, end    uint64
	launches      uint64
	threads       uint64 // of all launches
	unknownGraphs uint64 // launches of graphs of unknown content
}

// usage is what a process is estimated to use of a device.
type usage struct {
	cores  float64 // average over the interval
	active float64 // fraction of the interval, 0 to 1
}

func newModel(now uint64) *model {
	return &model{from: now, loads: map[loadKey]*load{}, devices: map[string]*cover{}}
}

// parallel returns how many cores a span keeps busy. A graph of unknown content
// counts as a launch of usual threads.
func (s span) parallel(cores, usual float64) float64 {
	n := float64(s.launches + s.unknownGraphs)
	if n == 0 {
		return 0
	}
	return min((float64(s.threads)+float64(s.unknownGraphs)*usual)/n, cores)
}

// add takes a span of a process on a device with so many cores. Usual is the
// mean number of threads of the process's launches.
func (m *model) add(key loadKey, s span, cores, usual float64) {
	first := max(s.first, m.from)
	if s.end <= first {
		return
	}
	l := m.loads[key]
	if l == nil {
		l = &load{}
		m.loads[key] = l
	}
	l.coreTime += s.parallel(cores, usual) * float64(s.end-first)
	l.cover.add(first, s.end)
	d := m.devices[key.device]
	if d == nil {
		d = &cover{}
		m.devices[key.device] = d
	}
	d.add(first, s.end)
}

// finish ends the interval at to and begins the next. It returns what each
// process used and how much of the interval each device was active. Devices and
// processes without a span are missing.
func (m *model) finish(to uint64, cores map[string]float64) (map[loadKey]usage, map[string]float64) {
	length := float64(to - m.from)
	total := map[string]float64{}
	for key, l := range m.loads {
		total[key.device] += l.coreTime
	}
	processes, devices := map[loadKey]usage{}, map[string]float64{}
	if to > m.from {
		for key, l := range m.loads {
			over := 1.0
			if c := cores[key.device]; c > 0 {
				over = max(1, total[key.device]/length/c)
			}
			processes[key] = usage{cores: l.coreTime / length / over, active: min(1, float64(l.cover.length())/length)}
		}
		for id, c := range m.devices {
			devices[id] = min(1, float64(c.length())/length)
		}
		m.from = to
	}
	clear(m.loads)
	clear(m.devices)
	return processes, devices
}

// cover is a union of intervals.
type cover struct {
	apart   []stretch // in order, with gaps between
	settled uint64    // length of what was dropped from apart
	until   uint64    // gaps before this are forgotten
}

type stretch struct{ from, to uint64 }

// maxApart bounds the memory of a cover. Beyond it the older half is summed up;
// a span that began before its end then counts from there.
const maxApart = 1 << 15

func (c *cover) add(from, to uint64) {
	from = max(from, c.until)
	if to <= from {
		return
	}
	// Spans come in the order of their ends, so this is near the end of the list.
	i, _ := slices.BinarySearchFunc(c.apart, from, func(s stretch, at uint64) int {
		if s.to < at {
			return -1
		}
		return 1
	})
	j := i
	for ; j < len(c.apart) && c.apart[j].from <= to; j++ {
		from, to = min(from, c.apart[j].from), max(to, c.apart[j].to)
	}
	c.apart = slices.Replace(c.apart, i, j, stretch{from, to})
	if len(c.apart) > maxApart {
		half := len(c.apart) / 2
		for _, s := range c.apart[:half] {
			c.settled += s.to - s.from
		}
		c.until = c.apart[half-1].to
		c.apart = slices.Delete(c.apart, 0, half)
	}
}

func (c *cover) length() uint64 {
	n := c.settled
	for _, s := range c.apart {
		n += s.to - s.from
	}
	return n
}
