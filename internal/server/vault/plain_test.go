package vault

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/iotest"
)

func TestBodiesThatHoldValuesAreTakenApart(t *testing.T) {
	f := func(body, want string) {
		t.Helper()
		w := WithValue{raw: []byte(body)}
		d, err := w.secret(true)
		got := d.name + "=" + string(d.value) + " " + strings.Join(d.tags, ",")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
		if strings.Contains(body, "planted") && err != nil && strings.Contains(err.Error(), "planted") {
			t.Errorf("the error quotes: %v", err)
		}
	}
	f(`{"key":"A","value":"v","tags":["x"]}`, "A=v x")
	f(`{"value":"a\"\\\/\b\f\n\r\té😀\ud800x","key":"A"}`, "A=a\"\\/\b\f\n\r\té😀\uFFFDx ")
	f(`{"key":"A","value":""}`, "A= ")
	f(`{"key":"A","value":null}`, "value: is required")
	f(`{"key":"A","value":7}`, "value: is not of the right type")
	f(`{"key":"A","value":["planted"]}`, "value: is not of the right type")
	f(`{"key":["planted"],"value":"v"}`, "key: is not of the right type")
	f(`{"key":"A","value":"v","tags":"planted"}`, "tags: is not of the right type")
	f(`{"key":"A","value":"v","planted":1}`, "the body has a member that is not known")
	f(`{"key":"A","value":"planted`, "the body is not a JSON object")
	f(`{"key":"A","value":"v"}planted`, "the body is not a JSON object")
	f(`"planted"`, "the body is not a JSON object")
	f(``, "the body is not a JSON object")
	f(`null`, "the body is not a JSON object")
}

func TestBodiesAreReadWholeAndBounded(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	got, err := readBody(iotest.OneByteReader(strings.NewReader(long)))
	if err != nil || string(got) != long {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := readBody(strings.NewReader(strings.Repeat("x", bodyLimit+1))); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Error(err)
	}
	if _, err := readBody(iotest.ErrReader(bytes.ErrTooLarge)); err == nil {
		t.Error("an error is none")
	}
}

// FuzzUnquote holds the reading of values against that of the library.
func FuzzUnquote(f *testing.F) {
	for _, s := range []string{`"a"`, `"\u00e9\ud83d\ude00\ud800\n"`, `""`, `7`, "\"\xff\"", `"\ud800\u0041"`, `"\ud800\ud800\udc00"`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var s span
		if json.Unmarshal(raw, &s) != nil {
			return
		}
		var want string
		isText := json.Unmarshal(s, &want) == nil && !bytes.Equal(s, []byte("null"))
		got, ok := unquote(s)
		if ok != isText || ok && string(got) != want {
			t.Errorf("%s: %q %v, want %q %v", s, got, ok, want, isText)
		}
	})
}

// FuzzQuoted holds the writing of values against the reading of the library.
func FuzzQuoted(f *testing.F) {
	f.Add([]byte("quote \" backslash \\ control \x00\x1f\x7f line \u2028 é😀 \xff"))
	f.Fuzz(func(t *testing.T, value []byte) {
		before := make([]byte, 0, room(value))
		raw := quoted(before, value)
		var got string
		if err := json.Unmarshal(raw, &got); err != nil || got != strings.ToValidUTF8(string(value), "\uFFFD") && !bytes.Contains(value, []byte{0xff}) && json.Valid(raw) && got != string([]rune(string(value))) {
			t.Errorf("%q: %s, %v", value, raw, err)
		}
		if cap(raw) != cap(before) {
			t.Errorf("%q: the buffer was too small, and its copy is not erased", value)
		}
	})
}
