package block

import (
	"math"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
)

func TestValuesAsText(t *testing.T) {
	f := func(want string, set func(pcommon.Value)) {
		t.Helper()
		v := pcommon.NewValueEmpty()
		set(v)
		if got := asText(v); got != want {
			t.Errorf("got %s; want %s", got, want)
		}
	}
	f("", func(pcommon.Value) {})
	f("plain", func(v pcommon.Value) { v.SetStr("plain") })
	f("-9223372036854775808", func(v pcommon.Value) { v.SetInt(math.MinInt64) })
	f("1e+21", func(v pcommon.Value) { v.SetDouble(1e21) })
	f("-0", func(v pcommon.Value) { v.SetDouble(math.Copysign(0, -1)) })
	f("NaN", func(v pcommon.Value) { v.SetDouble(math.NaN()) })
	f(`[null,"a\"\\\n\u0001","NaN",[]]`, func(v pcommon.Value) {
		l := v.SetEmptySlice()
		l.AppendEmpty()
		l.AppendEmpty().SetStr("a\"\\\n\x01")
		l.AppendEmpty().SetDouble(math.NaN())
		l.AppendEmpty().SetEmptySlice()
	})
	f(`{"b":1,"a":{"c":"AP8="}}`, func(v pcommon.Value) { // in the order they were sent
		m := v.SetEmptyMap()
		m.PutInt("b", 1)
		m.PutEmptyMap("a").PutEmptyBytes("c").FromRaw([]byte{0, 0xff})
	})
}

func TestWordsOfADictionaryAreKeptOnce(t *testing.T) {
	var c low
	for range 3 {
		for _, w := range []string{"a", "b", "b", "c", ""} {
			c.Append(w)
		}
	}
	if len(c.words) != 4 || c.Rows() != 15 {
		t.Errorf("%d words of %d rows; want 4 of 15", len(c.words), c.Rows())
	}
	for i, w := range []string{"a", "b", "b", "c", ""} {
		if got := c.words[c.keys[10+i]]; got != w {
			t.Errorf("row %d is %q; want %q", 10+i, got, w)
		}
	}
	c.Reset()
	if c.Append("z"); c.Rows() != 1 || c.words[c.keys[0]] != "z" {
		t.Error("a column is not empty after Reset")
	}
}

func TestValuesAreCutBetweenCharacters(t *testing.T) {
	f := func(s string, limit int, want string) {
		t.Helper()
		w := &writer{limits: Limits{ValueBytes: limit}, report: &Report{}}
		if got := w.shorten(s); got != want {
			t.Errorf("shorten(%q) to %d = %q; want %q", s, limit, got, want)
		}
	}
	f("abc", 3, "abc")
	f("abcd", 3, "abc")
	f("aüü", 2, "a")
	f("aüü", 3, "aü")
	f("漢字", 5, "漢")
	f("abc", 0, "abc")
}

func TestTimesThatCannotBeKeptAreRefused(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	c := newClock(&Options{Now: now, Limits: Limits{Age: 48 * time.Hour, Ahead: time.Hour, Days: 2}})
	f := func(at time.Time, want Reason, fits bool) {
		t.Helper()
		if _, why, ok := c.day(uint64(at.UnixNano())); ok != fits || !ok && why != want {
			t.Errorf("%v: %v, %v; want %v, %v", at, why, ok, want, fits)
		}
	}
	f(time.Unix(0, 0), NoTime, false)
	f(now.Add(-49*time.Hour), TooOld, false)
	f(now.Add(2*time.Hour), TooNew, false)
	f(now, 0, true)
	f(now.Add(-24*time.Hour), 0, true)
	f(now.Add(-47*time.Hour), TooManyDays, false)
	f(now.Add(time.Minute), 0, true)
}

func TestMalformedBodiesAreRefused(t *testing.T) {
	f := func(body []byte, want string) {
		t.Helper()
		_, _, err := ReadTraces(body, &Options{Limits: DefaultLimits})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%x: %v; want %q", body[:min(len(body), 20)], err, want)
		}
	}
	f(nil, "")
	f([]byte{0x0a, 0x00}, "")
	f([]byte{0x0a, 0x05, 0x01}, "truncated")
	f([]byte{0x0b, 0x0c}, "malformed") // a group
	f([]byte{0x00}, "malformed")       // field 0
	f([]byte{0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, "malformed")
	f(append([]byte{0x0a, 0xc0, 0x84, 0x3d}, make([]byte, 1_000_000)...), "malformed")
}

func FuzzJSONOutline(f *testing.F) {
	f.Add([]byte(`{"resourceSpans":[{"a":"\\"["}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		_ = CheckJSONOutline(body, &DefaultLimits)
	})
}
