package commit

import (
	"encoding/binary"
	"hash/crc32"
	"iter"
	"slices"
	"time"
)

// outcome is what became of a group.
type outcome byte

const (
	committed outcome = 'C'
	dropped   outcome = 'D'
	beginning         = 'B'
)

// record is one entry of the journal: a beginning with its group, or an end
// with its outcome.
type record struct {
	id      uint64
	at      time.Time
	group   *group // of a beginning
	outcome outcome
	raw     []byte // payload
}

// frame adds length and checksum to a payload.
func frame(b, payload []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(payload)))
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(payload))
	return append(b, payload...)
}

func appendHead(b []byte, kind byte, id uint64, at time.Time) []byte {
	b = append(b, kind)
	b = binary.LittleEndian.AppendUint64(b, id)
	return binary.LittleEndian.AppendUint64(b, uint64(at.UnixNano()))
}

func appendEnd(b []byte, id uint64, o outcome, at time.Time) []byte {
	return appendHead(b, byte(o), id, at)
}

func appendBegin(b []byte, g *group, at time.Time) []byte {
	b = appendHead(b, beginning, g.id, at)
	for _, s := range []string{g.lane.target.Project, g.lane.target.Config, g.lane.target.Database, g.lane.table} {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	b = binary.AppendVarint(b, int64(g.lane.day))
	b = binary.AppendUvarint(b, g.rows)
	b = binary.AppendUvarint(b, uint64(len(g.units)))
	for _, u := range g.units {
		b = append(b, u.key[:]...)
	}
	return b
}

// records yields the records of a segment up to the first that is torn.
func records(b []byte) iter.Seq[record] {
	return func(yield func(record) bool) {
		for len(b) >= 8 {
			size, sum := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
			if uint64(size) > uint64(len(b)-8) {
				return
			}
			payload := b[8 : 8+size]
			b = b[8+size:]
			r, ok := parse(payload)
			if crc32.ChecksumIEEE(payload) != sum || !ok || !yield(r) {
				return
			}
		}
	}
}

func parse(b []byte) (r record, ok bool) {
	if len(b) < 17 {
		return record{}, false
	}
	r.raw = slices.Clone(b)
	r.id = binary.LittleEndian.Uint64(b[1:])
	r.at = time.Unix(0, int64(binary.LittleEndian.Uint64(b[9:])))
	switch kind := b[0]; kind {
	case byte(committed), byte(dropped):
		r.outcome = outcome(kind)
		return r, true
	case beginning:
		r.group, ok = parseGroup(b[17:])
		if ok {
			r.group.id = r.id
		}
		return r, ok
	}
	return record{}, false
}

func parseGroup(b []byte) (*group, bool) {
	g := &group{}
	for _, s := range []*string{&g.lane.target.Project, &g.lane.target.Config, &g.lane.target.Database, &g.lane.table} {
		n, used := binary.Uvarint(b)
		if used <= 0 || n > uint64(len(b)-used) {
			return nil, false
		}
		*s = string(b[used : used+int(n)])
		b = b[used+int(n):]
	}
	day, used := binary.Varint(b)
	if used <= 0 {
		return nil, false
	}
	b = b[used:]
	g.lane.day = int32(day)
	if g.rows, used = binary.Uvarint(b); used <= 0 {
		return nil, false
	}
	b = b[used:]
	n, used := binary.Uvarint(b)
	if used <= 0 || n > uint64(len(b)-used)/16 {
		return nil, false
	}
	b = b[used:]
	for i := range int(n) {
		u := unit{table: g.lane.table, day: g.lane.day}
		copy(u.key[:], b[16*i:])
		g.units = append(g.units, u)
	}
	return g, true
}
