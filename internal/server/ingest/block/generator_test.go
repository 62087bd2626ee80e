package block

import (
	"encoding/binary"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// message is a message of OTLP: what each of its fields holds.
type message map[int32]content

// content is what a field holds: a message, or a value of some encoding.
type content struct {
	encoding encoding
	message  *message
}

type encoding int

const (
	nested encoding = iota
	shortText
	traceBytes
	spanBytes
	integer       // a varint
	time64        // fixed64, about now
	double        // fixed64
	flags32       // fixed32
	packed64      // packed or not
	packedVarints // packed or not
)

func in(m *message) content { return content{message: m} }

func of(e encoding) content { return content{encoding: e} }

var (
	valueMessage    = &message{1: of(shortText), 2: of(integer), 3: of(integer), 4: of(double), 7: of(shortText)}
	keyValueMessage = &message{1: of(shortText), 2: in(valueMessage), 3: of(integer)}
	attributesIn    = in(keyValueMessage)
	resourceMessage = &message{1: attributesIn, 2: of(integer), 3: in(&message{1: of(shortText), 3: of(shortText)})}
	scopeMessage    = &message{1: of(shortText), 2: of(shortText), 3: attributesIn, 4: of(integer)}
	exemplarMessage = &message{2: of(time64), 3: of(double), 4: of(spanBytes), 5: of(traceBytes), 6: of(double), 7: attributesIn}
	bucketsMessage  = &message{1: of(integer), 2: of(packedVarints)}
	numberMessage   = &message{2: of(time64), 3: of(time64), 4: of(double), 5: in(exemplarMessage), 6: of(double), 7: attributesIn, 8: of(integer)}

	tracesMessage = generated(&message{1: of(traceBytes), 2: of(spanBytes), 3: of(shortText), 4: of(spanBytes), 5: of(shortText), 6: of(integer),
		7: of(time64), 8: of(time64), 9: attributesIn, 10: of(integer), 12: of(integer), 14: of(integer), 16: of(flags32),
		11: in(&message{1: of(time64), 2: of(shortText), 3: attributesIn, 4: of(integer)}),
		13: in(&message{1: of(traceBytes), 2: of(spanBytes), 3: of(shortText), 4: attributesIn, 5: of(integer), 6: of(flags32)}),
		15: in(&message{2: of(shortText), 3: of(integer)})})
	logsMessage = generated(&message{1: of(time64), 2: of(integer), 3: of(shortText), 5: in(valueMessage), 6: attributesIn, 7: of(integer),
		8: of(flags32), 9: of(traceBytes), 10: of(spanBytes), 11: of(time64), 12: of(shortText)})
	metricsMessage = generated(&message{1: of(shortText), 2: of(shortText), 3: of(shortText), 12: attributesIn,
		5: in(&message{1: in(numberMessage)}),
		7: in(&message{1: in(numberMessage), 2: of(integer), 3: of(integer)}),
		9: in(&message{2: of(integer), 1: in(&message{2: of(time64), 3: of(time64), 4: of(double), 5: of(double), 6: of(packed64), 7: of(packed64),
			8: in(exemplarMessage), 9: attributesIn, 10: of(integer), 11: of(double), 12: of(double)})}),
		10: in(&message{2: of(integer), 1: in(&message{1: attributesIn, 2: of(time64), 3: of(time64), 4: of(double), 5: of(double), 6: of(integer),
			7: of(double), 8: in(bucketsMessage), 9: in(bucketsMessage), 10: of(integer), 11: in(exemplarMessage), 12: of(double), 13: of(double), 14: of(double)})}),
		11: in(&message{1: in(&message{2: of(time64), 3: of(time64), 4: of(double), 5: of(double), 6: in(&message{1: of(double), 2: of(double)}),
			7: attributesIn, 8: of(integer)})})})
)

func init() {
	(*valueMessage)[5] = in(&message{1: in(valueMessage)})
	(*valueMessage)[6] = in(&message{1: attributesIn})
}

// generated wraps a record in scopes and resources.
func generated(record *message) *message {
	scopes := in(&message{1: in(scopeMessage), 2: in(record), 3: of(shortText)})
	return &message{1: in(&message{1: in(resourceMessage), 2: scopes, 3: of(shortText), formerScopes: scopes})}
}

// generator makes messages with fields in any order, missing and repeated.
type generator struct {
	*rand.Rand
	faults bool // also fields that are unknown or of another encoding, and what is cut short
}

// message makes a message in which most fields come once.
func (g *generator) message(m *message, depth int) (b []byte) {
	if depth > 12 {
		return nil
	}
	numbers := slices.Sorted(maps.Keys(*m))
	g.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	for _, n := range numbers {
		for range g.times((*m)[n], n, depth) {
			b = g.field(b, n, (*m)[n], depth)
		}
	}
	if g.faults && g.IntN(60) == 0 {
		b = b[:g.IntN(len(b)+1)]
	}
	return b
}

// times is how often a field comes: values inside of values seldom, so that messages end.
func (g *generator) times(c content, number int32, depth int) int {
	switch {
	case number == formerScopes:
		return g.IntN(12) / 11
	case c.message == nil:
		return []int{0, 1, 1, 1, 1, 1, 1, 2}[g.IntN(8)]
	case depth < 3:
		return 1 + g.IntN(2)
	case depth > 6:
		return g.IntN(4) / 3
	}
	return []int{0, 1, 1, 2}[g.IntN(4)]
}

func (g *generator) field(b []byte, number int32, c content, depth int) []byte {
	if g.faults && g.IntN(80) == 0 {
		number += int32(g.IntN(3))
	}
	tag := func(wire uint64) []byte { return binary.AppendUvarint(b, uint64(number)<<3|wire) }
	switch c.encoding {
	case nested:
		return appendField(b, number, g.message(c.message, depth+1))
	case shortText:
		words := []string{"k", "l", "", "service.name", "\xff", "deployment.environment", "text that is longer than the limit"}
		if g.IntN(4) > 0 { // long keys refuse whole resources
			words = words[:4]
		}
		return appendField(b, number, []byte(words[g.IntN(len(words))]))
	case traceBytes, spanBytes:
		id := make([]byte, map[encoding]int{traceBytes: 16, spanBytes: 8}[c.encoding])
		id[0] = byte(min(g.IntN(12), 1))
		if g.IntN(20) == 0 {
			id = nil
		}
		return appendField(b, number, id)
	case integer:
		return binary.AppendUvarint(tag(varint), g.Uint64()>>g.IntN(64))
	case time64:
		at := arrived.Add(-time.Duration(g.IntN(30*60)-60) * time.Minute).UnixNano()
		return binary.LittleEndian.AppendUint64(tag(fixed64), uint64(at))
	case double:
		numbers := []float64{0, -1, 0.1, 1e300, math.Inf(-1), math.NaN(), 1e-9}
		return binary.LittleEndian.AppendUint64(tag(fixed64), math.Float64bits(numbers[g.IntN(len(numbers))]))
	case flags32:
		return binary.LittleEndian.AppendUint32(tag(fixed32), g.Uint32())
	case packed64:
		if g.IntN(6) == 0 {
			return binary.LittleEndian.AppendUint64(tag(fixed64), g.Uint64())
		}
		return appendField(b, number, make([]byte, 8*g.IntN(3)))
	}
	if g.IntN(6) == 0 {
		return binary.AppendUvarint(tag(varint), g.Uint64())
	}
	return appendField(b, number, binary.AppendUvarint([]byte{1, 2}, g.Uint64()))
}

// seed adds generated messages to a corpus.
func seed(f *testing.F, m *message) {
	for n := range uint64(8) {
		g := generator{rand.New(rand.NewPCG(n, 2)), n%2 == 1}
		f.Add(g.message(m, 0))
	}
}
