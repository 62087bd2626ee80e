package rules

import (
	"context"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
)

// Span is a recent operation of an application, as far as rules look at it.
type Span struct {
	Trace   string
	ID      string
	Name    string
	Service string
	At      time.Time
	Fields  map[string]string
}

// Spans gives recent operations of the project of a request.
type Spans interface {
	Recent(ctx context.Context, since time.Time, limit int) ([]Span, error)
}

// Watching lets rules be tried on recent spans.
func (s *Service) Watching(spans Spans) *Service {
	s.spans = spans
	return s
}

const (
	recentFor   = 24 * time.Hour
	recentLimit = 200 // spans that a rule is tried on
)

// tried is how a span fared.
type tried struct {
	Span
	Outcome
}

// TryRecent matches a rule that need not be stored against the newest spans
// of the project.
func (s *Service) TryRecent(ctx context.Context, in Input, limit int) ([]tried, error) {
	if s.spans == nil {
		return nil, fault.New(fault.Unavailable, "there is no telemetry to try the rule on")
	}
	spans, err := s.spans.Recent(ctx, time.Now().Add(-recentFor), limit)
	if err != nil {
		return nil, err
	}
	samples := make([]Fields, len(spans))
	for i, span := range spans {
		samples[i] = fieldsOf(span.Fields)
	}
	outcomes, err := s.Try(ctx, in, samples)
	if err != nil {
		return nil, err
	}
	out := make([]tried, len(spans))
	for i, span := range spans {
		out[i] = tried{span, outcomes[i]}
	}
	return out, nil
}

// fieldsOf keeps the texts that an application could send too.
func fieldsOf(texts map[string]string) Fields {
	fields := Fields{}
	for name, text := range texts {
		name = strings.TrimSpace(name)
		if n := utf8.RuneCountInString(name); n > 0 && n <= fieldNameLimit && utf8.RuneCountInString(text) <= valueLimit {
			fields[name] = Value{text}
		}
	}
	return fields
}

func (s *Service) recentRoute(api huma.API) {
	type tryRecent struct {
		Body struct {
			Rule  ruleBody `json:"rule"`
			Limit int      `json:"limit,omitempty" minimum:"1" maximum:"200" default:"100" doc:"How many spans, the newest first."`
		}
	}
	type spanTriedWire struct {
		Trace   string         `json:"traceId"`
		Span    string         `json:"spanId"`
		Name    string         `json:"name"`
		Service string         `json:"service"`
		At      time.Time      `json:"at"`
		Matches bool           `json:"matches"`
		Groups  []GroupOutcome `json:"condition_groups"`
	}
	type triedRecent struct {
		Body struct {
			Matching int             `json:"matching" doc:"How many spans match."`
			Items    []spanTriedWire `json:"items" doc:"The spans, newest first."`
		}
	}
	op := operation("try-rule-on-spans", http.MethodPost, "/api/rule-engine/try-recent", "Match a rule against recent spans of the project, without keeping it", readers)
	op.DefaultStatus = http.StatusOK
	op.Description = "The fields are the attributes of a span and of its resource, service.name, span.name and status; spans of the last day are looked at."
	huma.Register(api, httpapi.TimeLimit(op, 20*time.Second), func(ctx context.Context, in *tryRecent) (*triedRecent, error) {
		all, err := s.TryRecent(ctx, in.Body.Rule.input(), min(in.Body.Limit, recentLimit))
		out := &triedRecent{}
		out.Body.Items = make([]spanTriedWire, len(all))
		for i, t := range all {
			out.Body.Items[i] = spanTriedWire{t.Trace, t.ID, t.Name, t.Service, t.At, t.Matches, t.Groups}
			if t.Matches {
				out.Body.Matching++
			}
		}
		return out, err
	})
}
