package telemetry

import "testing"

func FuzzTailCursors(f *testing.F) {
	f.Add(TailCursor{seen: []uint32{1, 2, 2}}.String())
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseTailCursor(text)
		if err != nil || c == nil {
			return
		}
		again, err := ParseTailCursor(c.String())
		if err != nil || again.String() != c.String() {
			t.Errorf("%q: %+v, %+v, %v", text, c, again, err)
		}
	})
}
