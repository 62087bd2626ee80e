package block

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.opentelemetry.io/collector/pdata/pcommon"
)

// The environment of a resource: filled under the first name, taken from the
// second when the sender uses that one.
const (
	environmentKey    = "deployment.environment"
	newEnvironmentKey = "deployment.environment.name"
)

// cutKey lists, in the attributes of a record, which of its values were cut.
const cutKey = "platform.truncated_attributes"

// writer turns values into what columns hold. It is used by one goroutine.
type writer struct {
	limits Limits
	report *Report
	cut    []string // keys whose values were cut, of the row being written

	scratch []byte
}

// pair is an attribute ready to be written.
type pair struct{ key, value string }

// attributes writes a row of attributes as they came.
func (w *writer) attributes(c *attrs, r *reader, list []attribute) {
	for i := range list {
		a := &list[i]
		key := r.text(a.key)
		w.key(&c.keys, key)
		if s, ok := r.textOf(&a.value); ok {
			c.values.Append(w.fitted(key, w.clean(s)))
		} else {
			w.number(&c.values, &a.value)
		}
	}
	if len(w.cut) > 0 {
		c.add(cutKey, strings.Join(w.cut, ","))
		w.cut = w.cut[:0]
	}
	c.end()
}

// body writes a row of a value as it came.
func (w *writer) body(c *text, r *reader, v *value) {
	if s, ok := r.textOf(v); ok {
		c.Append(w.shorten(w.clean(s)))
	} else {
		w.number(c, v)
	}
}

// textOf is a value as text, unless it is a number, a bool or nothing.
func (r *reader) textOf(v *value) (string, bool) {
	if v.tree > 0 {
		return asText(r.trees[v.tree-1]), true
	}
	return r.text(v.text), v.kind == pcommon.ValueTypeStr
}

// number writes a row of a value that is no text.
func (w *writer) number(c *text, v *value) {
	w.scratch = v.appendNumber(w.scratch[:0])
	c.AppendBytes(w.scratch)
}

// appendNumber appends a value that is no text as asText writes it.
func (v *value) appendNumber(b []byte) []byte {
	switch v.kind {
	case pcommon.ValueTypeInt:
		return strconv.AppendInt(b, int64(v.number), 10)
	case pcommon.ValueTypeBool:
		return strconv.AppendBool(b, v.number != 0)
	case pcommon.ValueTypeDouble:
		f := math.Float64frombits(v.number)
		abs := math.Abs(f)
		switch {
		case math.IsNaN(f) || math.IsInf(f, 0):
			return append(b, notFinite(f)...)
		case abs != 0 && (abs < 1e-6 || abs >= 1e21): // as JavaScript does; rare
			return append(b, pcommon.NewValueDouble(f).AsString()...)
		}
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	return b
}

// key writes an attribute's key. The dictionary holds clean ones only, so that
// one that is found in it needs no second look.
func (w *writer) key(c *low, k string) {
	if !c.again(k) {
		c.Append(w.clean(k))
	}
}

// pairs renders attributes that are repeated in many rows.
func (w *writer) pairs(m pcommon.Map) []pair {
	out := make([]pair, 0, m.Len()+2)
	for k, v := range m.All() {
		out = append(out, pair{w.clean(k), w.value(k, v)})
	}
	if len(w.cut) > 0 {
		out = append(out, pair{cutKey, strings.Join(w.cut, ",")})
		w.cut = w.cut[:0]
	}
	return out
}

// value is v as text, cut to the limit.
func (w *writer) value(key string, v pcommon.Value) string {
	return w.fitted(key, w.clean(asText(v)))
}

// fitted cuts a value to the limit and remembers its key.
func (w *writer) fitted(key, s string) string {
	if cut := w.shorten(s); len(cut) < len(s) {
		w.cut = append(w.cut, w.clean(key))
		return cut
	}
	return s
}

// shorten cuts s to the limit, between characters.
func (w *writer) shorten(s string) string {
	limit := w.limits.ValueBytes
	if limit == 0 || len(s) <= limit {
		return s
	}
	w.report.count(CutValue)
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// clean replaces what is not UTF-8: clients and the web would not get the
// text back otherwise.
func (w *writer) clean(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	w.report.count(InvalidText)
	return strings.ToValidUTF8(s, "\uFFFD")
}

// asText is a value as the exporter's tables keep it: text as it is, numbers
// in decimal, bytes in base64, lists and maps as JSON.
func asText(v pcommon.Value) string {
	switch v.Type() {
	case pcommon.ValueTypeStr:
		return v.Str()
	case pcommon.ValueTypeMap, pcommon.ValueTypeSlice:
		return string(appendJSON(nil, v))
	case pcommon.ValueTypeDouble:
		if f := v.Double(); math.IsNaN(f) || math.IsInf(f, 0) {
			return notFinite(f)
		}
	}
	return v.AsString()
}

// notFinite is the name that OTLP's JSON gives to f.
func notFinite(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return "NaN"
}

// appendJSON writes lists and maps in the order they were sent. Numbers that
// JSON does not know become strings, so that the rest is not lost with them.
func appendJSON(b []byte, v pcommon.Value) []byte {
	switch v.Type() {
	case pcommon.ValueTypeEmpty:
		return append(b, "null"...)
	case pcommon.ValueTypeStr:
		return appendJSONString(b, v.Str())
	case pcommon.ValueTypeBool:
		return strconv.AppendBool(b, v.Bool())
	case pcommon.ValueTypeBytes:
		b = append(b, '"')
		b = base64.StdEncoding.AppendEncode(b, v.Bytes().AsRaw())
		return append(b, '"')
	case pcommon.ValueTypeSlice:
		b = append(b, '[')
		for i, e := range v.Slice().All() {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, e)
		}
		return append(b, ']')
	case pcommon.ValueTypeMap:
		b = append(b, '{')
		start := len(b)
		for k, e := range v.Map().All() {
			if len(b) > start {
				b = append(b, ',')
			}
			b = appendJSONString(b, k)
			b = append(b, ':')
			b = appendJSON(b, e)
		}
		return append(b, '}')
	case pcommon.ValueTypeDouble:
		if f := v.Double(); math.IsNaN(f) || math.IsInf(f, 0) {
			return appendJSONString(b, notFinite(f))
		}
	}
	return append(b, v.AsString()...)
}

func appendJSONString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	start := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[start:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		start = i + 1
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}
