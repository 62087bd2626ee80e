package block

import (
	"encoding/binary"
	"encoding/hex"
	"math"

	"github.com/ClickHouse/ch-go/proto"
)

// text is a String column, kept as it is sent: length and bytes of each row.
type text struct {
	buf []byte
	n   int
}

func (c *text) Append(s string) {
	c.buf = binary.AppendUvarint(c.buf, uint64(len(s)))
	c.buf = append(c.buf, s...)
	c.n++
}

func (c *text) AppendBytes(s []byte) {
	c.buf = binary.AppendUvarint(c.buf, uint64(len(s)))
	c.buf = append(c.buf, s...)
	c.n++
}

// appendHex appends bytes as lower-case hex digits.
func (c *text) appendHex(b []byte) {
	c.buf = binary.AppendUvarint(c.buf, uint64(2*len(b)))
	c.buf = hex.AppendEncode(c.buf, b)
	c.n++
}

// repeat appends the last rows again: so many, of so many bytes.
func (c *text) repeat(rows, size int) {
	c.buf = append(c.buf, c.buf[len(c.buf)-size:]...)
	c.n += rows
}

func (c *text) Type() proto.ColumnType       { return proto.ColumnTypeString }
func (c *text) Rows() int                    { return c.n }
func (c *text) Reset()                       { c.buf, c.n = c.buf[:0], 0 }
func (c *text) EncodeColumn(b *proto.Buffer) { b.PutRaw(c.buf) }
func (c *text) WriteColumn(w *proto.Writer)  { w.ChainWrite(c.buf) }
func (c *text) size() int                    { return len(c.buf) }

// low is a LowCardinality(String) column. Rows of telemetry repeat the same
// words in the same order, so the word that followed the last one before is
// tried before the dictionary is asked.
type low struct {
	index  map[string]uint32
	words  []string
	next   []uint32 // word that followed each word the last time
	last   uint32
	values text
	keys   []uint32
}

// again appends s if it is the word that followed the last one before.
func (c *low) again(s string) bool {
	if len(c.words) == 0 {
		return false
	}
	guess := c.next[c.last]
	if c.words[guess] != s {
		return false
	}
	c.keys, c.last = append(c.keys, guess), guess
	return true
}

func (c *low) Append(s string) {
	if c.again(s) {
		return
	}
	i, known := c.index[s]
	if !known {
		if c.index == nil {
			c.index = map[string]uint32{}
		}
		i = uint32(len(c.words))
		c.index[s] = i
		c.words = append(c.words, s)
		c.next = append(c.next, i)
		c.values.Append(s)
	}
	c.next[c.last] = i
	c.keys, c.last = append(c.keys, i), i
}

// repeat appends the last rows again.
func (c *low) repeat(rows int) { c.keys = append(c.keys, c.keys[len(c.keys)-rows:]...) }

func (c *low) Type() proto.ColumnType {
	return proto.ColumnTypeLowCardinality.Sub(proto.ColumnTypeString)
}
func (c *low) Rows() int { return len(c.keys) }
func (c *low) size() int { return c.values.size() + 4*len(c.keys) + 32 }

func (c *low) Reset() {
	clear(c.index)
	clear(c.words) // they point into requests
	c.words, c.next, c.keys, c.last = c.words[:0], c.next[:0], c.keys[:0], 0
	c.values.Reset()
}

// Of ClickHouse's serialization of LowCardinality.
const (
	sharedDictionaries = 1      // version of the keys' serialization
	withDictionary     = 3 << 9 // this block brings its own dictionary
)

func (c *low) EncodeState(b *proto.Buffer) { b.PutInt64(sharedDictionaries) }

func (c *low) EncodeColumn(b *proto.Buffer) {
	if len(c.keys) == 0 {
		return
	}
	width, code := 4, int64(proto.KeyUInt32)
	switch n := len(c.words); {
	case n <= math.MaxUint8+1:
		width, code = 1, int64(proto.KeyUInt8)
	case n <= math.MaxUint16+1:
		width, code = 2, int64(proto.KeyUInt16)
	}
	b.PutInt64(withDictionary | code)
	b.PutInt64(int64(len(c.words)))
	c.values.EncodeColumn(b)
	b.PutInt64(int64(len(c.keys)))
	switch width {
	case 1:
		for _, k := range c.keys {
			b.Buf = append(b.Buf, byte(k))
		}
	case 2:
		for _, k := range c.keys {
			b.Buf = binary.LittleEndian.AppendUint16(b.Buf, uint16(k))
		}
	default:
		for _, k := range c.keys {
			b.Buf = binary.LittleEndian.AppendUint32(b.Buf, k)
		}
	}
}

func (c *low) WriteColumn(w *proto.Writer) { w.ChainBuffer(c.EncodeColumn) }

// attrs is a Map(LowCardinality(String), String) column.
type attrs struct {
	offsets proto.ColUInt64
	keys    low
	values  text

	last     []pair // the last row, of a column that is written by row
	lastSize int    // of its values
}

func (c *attrs) add(key, value string) {
	c.keys.Append(key)
	c.values.Append(value)
}

// row appends pairs. Most rows are of the same origin as the one before. A column
// that is written by it is written by nothing else.
func (c *attrs) row(pairs []pair) {
	if n := len(pairs); n > 0 && n == len(c.last) && &pairs[0] == &c.last[0] {
		c.keys.repeat(n)
		c.values.repeat(n, c.lastSize)
	} else {
		before := c.values.size()
		for _, p := range pairs {
			c.add(p.key, p.value)
		}
		c.last, c.lastSize = pairs, c.values.size()-before
	}
	c.end()
}

// end finishes a row.
func (c *attrs) end() { c.offsets.Append(uint64(c.keys.Rows())) }

func (c *attrs) Type() proto.ColumnType {
	return proto.ColumnTypeMap.Sub(c.keys.Type(), c.values.Type())
}
func (c *attrs) Rows() int { return len(c.offsets) }
func (c *attrs) size() int { return 8*len(c.offsets) + c.keys.size() + c.values.size() }

func (c *attrs) Reset() {
	c.offsets.Reset()
	c.keys.Reset()
	c.values.Reset()
	c.last = nil
}

func (c *attrs) EncodeState(b *proto.Buffer) { c.keys.EncodeState(b) }

func (c *attrs) EncodeColumn(b *proto.Buffer) {
	c.offsets.EncodeColumn(b)
	c.keys.EncodeColumn(b)
	c.values.EncodeColumn(b)
}

func (c *attrs) WriteColumn(w *proto.Writer) { w.ChainBuffer(c.EncodeColumn) }

// list is an Array column of the rows of data.
type list[T resettable] struct {
	offsets proto.ColUInt64
	data    T
}

func listOf[T resettable](data T) *list[T] { return &list[T]{data: data} }

// end finishes a row: all of data appended since the last one.
func (c *list[T]) end() { c.offsets.Append(uint64(c.data.Rows())) }

func (c *list[T]) Type() proto.ColumnType { return proto.ColumnTypeArray.Sub(c.data.Type()) }
func (c *list[T]) Rows() int              { return len(c.offsets) }

func (c *list[T]) size() int {
	if t, ok := any(c.data).(interface{ size() int }); ok {
		return 8*len(c.offsets) + t.size()
	}
	return 8 * (len(c.offsets) + c.data.Rows())
}

func (c *list[T]) Reset() {
	c.offsets.Reset()
	c.data.Reset()
}

func (c *list[T]) EncodeState(b *proto.Buffer) {
	if s, ok := any(c.data).(proto.StateEncoder); ok {
		s.EncodeState(b)
	}
}

func (c *list[T]) EncodeColumn(b *proto.Buffer) {
	c.offsets.EncodeColumn(b)
	c.data.EncodeColumn(b)
}

func (c *list[T]) WriteColumn(w *proto.Writer) { w.ChainBuffer(c.EncodeColumn) }

// moment is a DateTime64(9) column of nanoseconds since 1970.
func moment() *proto.ColDateTime64 {
	return new(proto.ColDateTime64).WithPrecision(proto.PrecisionNano)
}

// nanos is a wire time as DateTime64(9) holds it, cut at its last moment (2262).
func nanos(t uint64) proto.DateTime64 { return proto.DateTime64(min(t, math.MaxInt64)) }
