package telemetry

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
)

// TailCursor is how far a reader of new log records has come. Records arrive out
// of order: senders keep them for some seconds and are not in step. So a little
// time before the newest record is read again, and the cursor knows which of
// its records were shown.
type TailCursor struct {
	since time.Time // records from here on are read again
	seen  []uint32  // those that were shown, sorted
}

// Bounds of a tail.
const (
	tailGrace = 15 * time.Second // how late a record may arrive
	tailSeen  = 2048             // records that a cursor knows: with more, less time is read again
	tailFirst = time.Hour        // how far back the first records are looked for
)

// String is the cursor as clients send it back.
func (c TailCursor) String() string {
	raw := binary.BigEndian.AppendUint64(nil, uint64(c.since.UnixNano()))
	for _, n := range c.seen {
		raw = binary.BigEndian.AppendUint32(raw, n)
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// ParseTailCursor reads a cursor; the empty one is nil.
func ParseTailCursor(text string) (*TailCursor, error) {
	if text == "" {
		return nil, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) < 8 || len(raw)%4 != 0 || len(raw) > 8+4*tailSeen || int64(binary.BigEndian.Uint64(raw)) < 0 {
		return nil, fault.New(fault.Invalid, "the cursor is not one that was given out")
	}
	c := &TailCursor{since: time.Unix(0, int64(binary.BigEndian.Uint64(raw))).UTC()}
	for raw = raw[8:]; len(raw) > 0; raw = raw[4:] {
		c.seen = append(c.seen, binary.BigEndian.Uint32(raw))
	}
	if !slices.IsSorted(c.seen) {
		return nil, fault.New(fault.Invalid, "the cursor is not one that was given out")
	}
	return c, nil
}

// mark is a record in a cursor.
func mark(p query.Position) uint32 {
	h := (uint64(p.At)*0x9E3779B97F4A7C15 ^ p.ID) * 0xBF58476D1CE4E5B9
	return uint32(h >> 32)
}

// Tail returns the records that arrived since the cursor was given out, oldest
// first, and the next cursor. Without a cursor they are the newest ones. When there
// are more than the page holds, the older ones are left out, and skipped is set.
func (s *Service) Tail(ctx context.Context, q query.Search, c *TailCursor, now time.Time) (found []Log, next TailCursor, skipped bool, err error) {
	q.Range = query.Range{From: now.Add(-tailFirst), To: now}
	first := c == nil
	if first {
		c = &TailCursor{since: q.Range.From}
	}
	if c.since.After(q.Range.From) {
		q.Range.From = c.since
	}
	if !q.Range.From.Before(q.Range.To) { // the clock was set back
		return nil, *c, false, nil
	}
	limit := q.Page.Limit
	q.Page = query.Page{Limit: limit + len(c.seen)}
	all, more, err := s.Logs(ctx, q)
	if err != nil {
		return nil, *c, false, err
	}
	known := map[uint32]int{}
	for _, n := range c.seen {
		known[n]++
	}
	for _, l := range all {
		if n := mark(l.Position); known[n] > 0 {
			known[n]--
			continue
		}
		found = append(found, l)
	}
	if skipped = !first && (more != nil || len(found) > limit); len(found) > limit {
		found = found[:limit]
	}
	slices.Reverse(found)
	since := now.Add(-tailGrace)
	if oldest := len(all) - 1; more != nil && !all[oldest].At.Before(since) {
		since = all[oldest].At.Add(1) // what was left out stays so
	}
	return found, nextTail(all, since), skipped, nil
}

// nextTail is the cursor after these records, newest first.
func nextTail(all []Log, since time.Time) (c TailCursor) {
	c.since = since
	for i, l := range all {
		if l.At.Before(c.since) {
			break
		}
		if i == tailSeen {
			c.since = l.At.Add(1)
			for len(c.seen) > 0 && all[len(c.seen)-1].At.Before(c.since) {
				c.seen = c.seen[:len(c.seen)-1]
			}
			break
		}
		c.seen = append(c.seen, mark(l.Position))
	}
	slices.Sort(c.seen)
	return c
}
