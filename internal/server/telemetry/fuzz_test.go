package telemetry

import (
	"encoding/json"
	"testing"

	"platform/internal/server/tenancy"
)

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

func FuzzLogIDs(f *testing.F) {
	f.Add("1772600767000000000-17")
	f.Add("-1-")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parseLogID(text)
		if err != nil {
			return
		}
		if again, err := parseLogID(LogID(p)); err != nil || again != p {
			t.Errorf("%q: %+v, %+v, %v", text, p, again, err)
		}
	})
}

// FuzzCompatBodies holds that what existing clients send is either refused or something that can
// be searched for.
func FuzzCompatBodies(f *testing.F) {
	f.Add(`{"timeLimit":{"start":"2026-03-04T05:00:00Z","end":"2026-03-04T06:00:00Z"},"limit":5,"sorting":{"direction":"asc"}}`)
	f.Add(`{"timeLimit":{"start":"1","end":"2"},"selectedConfig":{"models":["m"],"maxCost":1e308,"severities":["ERROR","é"],"customFilters":[{"attributeType":"Field","key":"SpanId","value":"x"}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, signal := range []tenancy.Signal{tenancy.Traces, tenancy.Logs, tenancy.Metrics} {
			var body CompatBody
			if json.Unmarshal([]byte(text), &body) != nil {
				return
			}
			q, err := body.search(signal, 25)
			if err != nil {
				continue
			}
			if !q.Range.From.Before(q.Range.To) || len(q.Filters) > 32 {
				t.Errorf("%+v was let through", q)
			}
			for _, filter := range q.Filters {
				if filter.Source == "" || filter.Op == "" || filter.Key.Key == "" {
					t.Errorf("%+v was let through", filter)
				}
			}
		}
	})
}
