package telemetry

import (
	"context"
	"fmt"
	"time"

	"platform/internal/server/telemetry/query"
)

// lister is a list in the order of time, read window by window from the end
// that is asked for: a page is nearly always found in a small part of the range.
type lister struct {
	table table
	id    string                                    // expression that orders records of the same time
	build func(q *statement, w query.Range)         // writes the statement for a window, up to its conditions
	read  func(rows) (at query.Position, err error) // keeps a row and tells where it is
}

// The first window is this part of the range, and each next one so many times
// wider.
const (
	firstPart  = 64
	wider      = 8
	leastWidth = 10 * time.Second
)

// windows cuts a range into windows in the order that they are to be read.
func windows(r query.Range, oldest bool) (out []query.Range) {
	width := max(r.Span()/firstPart, leastWidth)
	for r.From.Before(r.To) {
		w := r
		if r.Span() > width {
			if oldest {
				w.To = r.From.Add(width)
			} else {
				w.From = r.To.Add(-width)
			}
		}
		out = append(out, w)
		if oldest {
			r.From = w.To
		} else {
			r.To = w.From
		}
		width *= wider
	}
	return out
}

// list reads a page.
func (s *Store) list(ctx context.Context, v query.View, r query.Range, page query.Page, l lister) error {
	skip, left := page.Offset, page.Limit
	if page.After != nil {
		skip = int(page.After.Skip)
		edge := time.Unix(0, page.After.At)
		if page.Oldest {
			r.From = later(r.From, edge)
		} else {
			r.To = earlier(r.To, edge.Add(1))
		}
	}
	for _, w := range windows(r, page.Oldest) {
		q := &statement{}
		order := "DESC"
		if page.Oldest {
			order = "ASC"
		}
		l.build(q, w)
		q.add("%s ORDER BY %s %s, %s %s LIMIT %d", l.after(page), l.table.time(), order, l.id, order, left+skip)
		err := s.rows(ctx, v, q, func(found rows) error {
			if skip > 0 {
				skip--
				return nil
			}
			left--
			_, err := l.read(found)
			return err
		})
		if err != nil || left <= 0 {
			return err
		}
	}
	return nil
}

// after is the condition that records come at or after the page's position;
// those that were seen are skipped.
func (l lister) after(page query.Page) string {
	if page.After == nil {
		return ""
	}
	compare := "<="
	if page.Oldest {
		compare = ">="
	}
	return fmt.Sprintf(" AND (%s, %s) %s (%s, toUInt64(%d))", l.table.time(), l.id, compare, moment(time.Unix(0, page.After.At)), page.After.ID)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
