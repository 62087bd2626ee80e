package query

import (
	"encoding/base64"
	"encoding/binary"
	"time"

	"platform/internal/server/fault"
)

// Page is a part of a list in the order of time.
type Page struct {
	Limit  int
	After  *Position // the last record of the page before; nil for the first page
	Oldest bool      // oldest first; else newest first
	Offset int       // records to pass over; for clients that count pages
}

// Position is the place of a record in a list. It does not move when other
// records arrive, so pages neither repeat nor skip what was there.
type Position struct {
	At   int64  // ns since 1970
	ID   uint64 // orders records of the same time
	Skip uint32 // records with the same time and ID that were seen already
}

// DefaultPage is how long a page is when nothing else is said.
const (
	DefaultPage = 50
	LongestPage = 1000
	MostOffset  = 100_000
)

// Cursor is the text by which clients ask for the next page.
func (p Position) Cursor() string {
	raw := binary.BigEndian.AppendUint64(nil, uint64(p.At))
	raw = binary.BigEndian.AppendUint64(raw, p.ID)
	raw = binary.BigEndian.AppendUint32(raw, p.Skip)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// ParseCursor reads a cursor; the empty one is nil.
func ParseCursor(text string) (*Position, error) {
	if text == "" {
		return nil, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) != 20 {
		return nil, fault.New(fault.Invalid, "the cursor is not one that was given out")
	}
	p := &Position{At: int64(binary.BigEndian.Uint64(raw)), ID: binary.BigEndian.Uint64(raw[8:]), Skip: binary.BigEndian.Uint32(raw[16:])}
	if t := time.Unix(0, p.At); p.At < 0 || t.After(latest) {
		return nil, fault.New(fault.Invalid, "the cursor is not one that was given out")
	}
	return p, nil
}

// Next returns the position after the last of a page's records, given the
// positions of all of them (Skip unset) and the position the page started
// after.
func Next(after *Position, page []Position) *Position {
	if len(page) == 0 {
		return after
	}
	last := page[len(page)-1]
	for i := len(page) - 1; i >= 0 && page[i].At == last.At && page[i].ID == last.ID; i-- {
		last.Skip++
	}
	if after != nil && after.At == last.At && after.ID == last.ID {
		last.Skip += after.Skip
	}
	return &last
}
