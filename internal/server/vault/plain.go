package vault

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"platform/internal/server/fault"
)

// Values that can be read are bytes, not strings: they are erased when they
// are not needed any more. So bodies that hold one are neither read nor
// written by the parts that all other routes share, which keep copies.

// bodyLimit bounds a body that holds a value, drainLimit what is read of one
// that is too long.
const (
	bodyLimit  = 256 << 10
	drainLimit = 16 << 20
)

// readBody reads a body. Whoever has it erases it.
func readBody(r io.Reader) ([]byte, error) {
	buf := make([]byte, 0, 8<<10)
	for {
		if len(buf) == cap(buf) {
			larger := append(make([]byte, 0, 4*cap(buf)), buf...)
			clear(buf)
			buf = larger
		}
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case len(buf) > bodyLimit:
			drain(r, buf)
			return nil, fault.New(fault.TooLarge, "the body has more than %d bytes", bodyLimit)
		case errors.Is(err, io.EOF):
			return buf, nil
		case err != nil:
			clear(buf)
			return nil, fault.New(fault.Invalid, "the body cannot be read").Because(err)
		}
	}
}

// drain reads what is left of a body that is too long, and erases it: others
// would read it into buffers that they keep.
func drain(r io.Reader, buf []byte) {
	defer clear(buf)
	for left := drainLimit; left > 0; {
		n, err := r.Read(buf)
		if err != nil {
			return
		}
		left -= n
	}
}

// span is JSON inside of a body, not a copy of it.
type span []byte

// UnmarshalJSON takes the place.
func (s *span) UnmarshalJSON(raw []byte) error {
	*s = raw
	return nil
}

// members takes a body apart. Only those that are allowed may be there.
func members(raw []byte, allowed ...string) (map[string]span, error) {
	var all map[string]span
	if err := json.Unmarshal(raw, &all); err != nil || all == nil {
		return nil, fault.New(fault.Invalid, "the body is not a JSON object")
	}
	known := map[string]bool{}
	for _, name := range allowed {
		known[name] = true
	}
	for name, part := range all {
		if !known[name] {
			f := fault.New(fault.Invalid, "the body has a member that is not known")
			f.Errors = []fault.Detail{{Location: "body", Message: "unexpected property"}}
			return nil, f
		}
		if bytes.Equal(part, []byte("null")) {
			delete(all, name)
		}
	}
	return all, nil
}

// decode reads a member that is no secret.
func decode(all map[string]span, name string, into any) error {
	part, given := all[name]
	if !given {
		return nil
	}
	if json.Unmarshal(part, into) != nil {
		return wrong(name, "is not of the right type")
	}
	return nil
}

// unquote reads a JSON string that json.Unmarshal has found to be one. The
// result is a copy.
func unquote(s span) ([]byte, bool) {
	if len(s) < 2 || s[0] != '"' {
		return nil, false
	}
	in, out := s[1:len(s)-1], make([]byte, 0, len(s))
	for i := 0; i < len(in); {
		c := in[i]
		switch {
		case c != '\\' && c < utf8.RuneSelf:
			out = append(out, c)
			i++
		case c != '\\':
			r, size := utf8.DecodeRune(in[i:])
			out = utf8.AppendRune(out, r)
			i += size
		case in[i+1] != 'u':
			out = append(out, escapes[in[i+1]])
			i += 2
		default:
			r := hex4(in[i+2:])
			i += 6
			if utf16.IsSurrogate(r) {
				second := rune(-1)
				if i+6 <= len(in) && in[i] == '\\' && in[i+1] == 'u' {
					second = hex4(in[i+2:])
				}
				if r = utf16.DecodeRune(r, second); r != utf8.RuneError {
					i += 6
				}
			}
			out = utf8.AppendRune(out, r)
		}
	}
	return out, true
}

var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func hex4(s []byte) (r rune) {
	for _, c := range s[:4] {
		r <<= 4
		switch {
		case c <= '9':
			r += rune(c - '0')
		case c >= 'a':
			r += rune(c - 'a' + 10)
		default:
			r += rune(c - 'A' + 10)
		}
	}
	return r
}

// quoted writes a value as a JSON string to b, which has room.
func quoted(b, value []byte) []byte {
	b = append(b, '"')
	for i := 0; i < len(value); {
		c := value[i]
		if c < utf8.RuneSelf {
			i++
			switch {
			case c == '"' || c == '\\':
				b = append(b, '\\', c)
			case c >= ' ' && c != 0x7f:
				b = append(b, c)
			default:
				b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			}
			continue
		}
		r, size := utf8.DecodeRune(value[i:])
		b = utf8.AppendRune(b, r)
		i += size
	}
	return append(b, '"')
}

const hexDigits = "0123456789abcdef"

// room is the most that a value takes as a JSON string.
func room(value []byte) int { return 6*len(value) + 2 }

// sent is the answer that a body of JSON makes. The body is erased when it
// was sent; it goes to the connection as it is, past the buffers on the way.
func sent(body []byte) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer clear(body)
		ctx.SetHeader("Content-Type", "application/json")
		ctx.SetHeader("Content-Length", strconv.Itoa(len(body)))
		ctx.SetStatus(http.StatusOK)
		_, w := humago.Unwrap(ctx)
		if direct := readerFrom(w); direct != nil && http.NewResponseController(w).Flush() == nil {
			_, _ = direct.ReadFrom(bytes.NewReader(body)) // the client may be gone
			return
		}
		_, _ = w.Write(body)
	}}
}

// readerFrom finds the writer of net/http below those that count and log. It
// has a reader write itself to the connection.
func readerFrom(w http.ResponseWriter) io.ReaderFrom {
	for {
		if direct, ok := w.(io.ReaderFrom); ok {
			return direct
		}
		inner, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return nil
		}
		w = inner.Unwrap()
	}
}
