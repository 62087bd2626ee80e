package query

import (
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/tenancy"
)

// Search is what records to find.
type Search struct {
	Range    Range
	Filters  []Filter
	Text     string // words, in the body of logs and in the texts of spans
	Roots    bool   // of spans, the roots of traces; see Filter.OfTrace
	Rootless bool   // with Roots: of traces without a root, the earliest span
	Page     Page
}

// SearchBody is how a request says what to find.
type SearchBody struct {
	From    string   `json:"from,omitempty" maxLength:"64" doc:"Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end." example:"now-1h"`
	To      string   `json:"to,omitempty" maxLength:"64" doc:"End, not included: as from. Default: now." example:"now"`
	Filters []Filter `json:"filters,omitempty" maxItems:"32" doc:"Conditions that records must all fulfil."`
	Limit   int      `json:"limit,omitempty" minimum:"0" maximum:"1000" doc:"Records to return; 50 when 0."`
	Cursor  string   `json:"cursor,omitempty" maxLength:"64" doc:"nextCursor of the page before. Send the same from, to and filters with it; from and to must not be relative."`
	Order   string   `json:"order,omitempty" enum:"newest,oldest" default:"newest" doc:"Which records come first."`
}

// Search reads the body for records of a signal.
func (b SearchBody) Search(signal tenancy.Signal) (Search, error) {
	r, err := ParseRange(b.From, b.To, time.Now())
	if err != nil {
		return Search{}, err
	}
	if err := Check(signal, b.Filters); err != nil {
		return Search{}, err
	}
	after, err := ParseCursor(b.Cursor)
	if err != nil {
		return Search{}, err
	}
	limit := b.Limit
	if limit == 0 {
		limit = DefaultPage
	}
	if limit < 0 || limit > LongestPage {
		return Search{}, fault.New(fault.Invalid, "a page has at most %d records", LongestPage)
	}
	return Search{Range: r, Filters: b.Filters, Page: Page{Limit: limit, After: after, Oldest: b.Order == "oldest"}}, nil
}

// Found is an answer with a page of records.
type Found[T any] struct {
	Body struct {
		Items      []T       `json:"items"`
		NextCursor string    `json:"nextCursor,omitempty" doc:"Cursor of the next page; absent on the last one."`
		From       time.Time `json:"from" doc:"Start of the range that was searched."`
		To         time.Time `json:"to" doc:"End of the range that was searched: to ask for the next page with."`
	}
}

// FoundOf makes an answer of a page.
func FoundOf[T any](items []T, next *Position, r Range) *Found[T] {
	out := &Found[T]{}
	out.Body.Items, out.Body.From, out.Body.To = items, r.From, r.To
	if items == nil {
		out.Body.Items = []T{}
	}
	if next != nil {
		out.Body.NextCursor = next.Cursor()
	}
	return out
}
