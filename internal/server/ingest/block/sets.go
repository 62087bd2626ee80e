package block

import (
	"slices"
	"sync"
)

// columns is a set of columns with the records' own way to append.
type columns interface {
	base() *set
	rows() int
}

func (s *set) base() *set { return s }
func (s *set) rows() int  { return s.columns[0].data.Rows() }

// sets makes and keeps column sets of one table for reuse.
type sets[C columns] struct{ pool sync.Pool }

func newSets[C columns](make func() C) *sets[C] {
	return &sets[C]{sync.Pool{New: func() any { return make() }}}
}

// start begins the blocks of one request.
func (p *sets[C]) start() *byDay[C] { return &byDay[C]{sets: p} }

// byDay spreads the records of a request over one column set for each day.
type byDay[C columns] struct {
	sets    *sets[C]
	days    map[int32]C
	last    C
	lastDay int32
}

func (d *byDay[C]) of(day int32) C {
	if d.days != nil && day == d.lastDay {
		return d.last
	}
	c, known := d.days[day]
	if !known {
		c = d.sets.pool.Get().(C)
		if d.days == nil {
			d.days = map[int32]C{}
		}
		d.days[day] = c
	}
	d.last, d.lastDay = c, day
	return c
}

// reuseBytes bounds the memory that an idle column set keeps.
const reuseBytes = 8 << 20

// finish encodes the blocks, oldest day first, and gives the sets back.
func (d *byDay[C]) finish(o *Options) (blocks []Block) {
	for day, c := range d.days {
		blocks = append(blocks, c.base().encode(c.rows(), day, o))
		small := c.base().size() < reuseBytes
		c.base().reset()
		if small {
			d.sets.pool.Put(c)
		}
	}
	slices.SortFunc(blocks, func(a, b Block) int { return int(a.Day - b.Day) })
	return blocks
}

// drop gives the sets back without encoding them: the request was refused.
func (d *byDay[C]) drop() {
	for _, c := range d.days {
		c.base().reset()
		d.sets.pool.Put(c)
	}
}
