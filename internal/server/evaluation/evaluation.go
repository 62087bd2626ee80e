// Package evaluation judges answers of language models: is this answer
// biased, made up, off the subject?
//
//  1. request.go reads and bounds what an application asks.
//  2. types.go holds the things that can be wrong with an answer: those that
//     are built in, how a database configuration has changed them, and its own.
//  3. Rules may add contexts for the attributes of a request (context.go).
//  4. judge.go puts the question to the configured model and reads its answer
//     strictly; one that cannot be read is asked for once more.
//  5. run.go keeps what was judged, with tokens and cost.
//
// http.go holds the routes that SDKs call, http_manage.go those of the web UI.
// Package sqlstore implements Store; evaluationtest says how it must behave.
package evaluation

import (
	"context"
	"crypto/rand"
	"strings"
	"time"

	"platform/internal/server/catalog"
	"platform/internal/server/llm"
	"platform/internal/server/rules"
)

// Request is an answer to judge.
type Request struct {
	Prompt     string
	Response   string
	Contexts   []string
	Types      []string // ids; none is all that are enabled
	Threshold  *float64 // 0 to 1: a score above it is a finding; nil is each type's own
	Store      bool     // keep the results
	RunID      string
	Metadata   map[string]string
	Attributes rules.Fields // for the rules that add contexts
	Caller     Caller
}

// Caller is who asks.
type Caller struct {
	Key  string // id of an API key, or
	User string // id of a user
}

// Result is what was found. The names of its fields are those that existing
// clients read.
type Result struct {
	Verdicts []Verdict
	Context  *Applied // nil when there was nothing to apply
	Run      Run
}

// Verdict is what is said of one type.
type Verdict struct {
	Type           string  `json:"type"`
	Score          float64 `json:"score" doc:"0 to 1."`
	Verdict        string  `json:"verdict" doc:"yes: it was found, the answer fails." example:"no"`
	Classification string  `json:"classification"`
	Explanation    string  `json:"explanation"`
}

// found is the verdict of an answer that fails.
const found, clean = "yes", "no"

// Models gives the model that judges.
type Models interface {
	Configured(ctx context.Context, database string, use llm.Use) (bool, error)
	For(ctx context.Context, database string, use llm.Use, purpose string) (*llm.Model, error)
}

// Rules tells which contexts go with the attributes of a request.
type Rules interface {
	Evaluate(ctx context.Context, database string, q rules.Query) (rules.Answer, error)
}

// Prices tells what models cost.
type Prices interface {
	Price(ctx context.Context, database, provider, model string, at time.Time) (catalog.Price, bool, error)
}

// Store persists types and runs. database is the id of a database
// configuration. What is not there, in that database, is a fault.NotFound.
type Store interface {
	// Settings lists what a database says about types, by id.
	Settings(ctx context.Context, database string) ([]Setting, error)
	// PutSetting creates or replaces the setting of an id.
	PutSetting(ctx context.Context, database string, s Setting) error
	DeleteSetting(ctx context.Context, database, id string) error

	AddRun(ctx context.Context, database string, r Run) error
	// Runs lists runs, newest first.
	Runs(ctx context.Context, database string, q RunQuery) ([]Run, error)
	// DropRuns deletes the runs of all databases before a time.
	DropRuns(ctx context.Context, before time.Time) error
}

// Service is everything evaluations do.
type Service struct {
	store  Store
	models Models
	rules  Rules
	prices Prices
}

// New makes the service.
func New(store Store, models Models, rules Rules, prices Prices) *Service {
	return &Service{store, models, rules, prices}
}

// Configured reports whether there is a model that judges.
func (s *Service) Configured(ctx context.Context, database string) (bool, error) {
	return s.models.Configured(ctx, database, llm.Evaluation)
}

// Evaluate judges an answer.
func (s *Service) Evaluate(ctx context.Context, database string, r Request) (Result, error) {
	configured, err := s.Configured(ctx, database)
	if err != nil {
		return Result{}, err
	}
	if !configured {
		return Result{}, llm.NotConfigured(llm.Evaluation)
	}
	types, err := s.chosen(ctx, database, r.Types)
	if err != nil {
		return Result{}, err
	}
	applied, err := s.contexts(ctx, database, &r)
	if err != nil {
		return Result{}, err
	}
	model, err := s.models.For(ctx, database, llm.Evaluation, "evaluation")
	if err != nil {
		return Result{}, err
	}
	start := time.Now()
	scores, usage, err := judge(ctx, model, types, r)
	if err != nil {
		return Result{}, err
	}
	out := Result{Verdicts: verdicts(scores, types, r.Threshold), Context: applied, Run: s.run(ctx, database, model, r, usage, time.Since(start))}
	out.Run.Verdicts = out.Verdicts
	if r.Store {
		err = s.store.AddRun(ctx, database, out.Run)
	}
	return out, err
}

// verdicts says of each score whether it is a finding.
func verdicts(scores []score, types []Type, threshold *float64) []Verdict {
	out := make([]Verdict, len(scores))
	for i, sc := range scores {
		limit := defaultThreshold
		if own := types[i].Threshold; own != nil {
			limit = *own
		}
		if threshold != nil {
			limit = *threshold
		}
		out[i] = Verdict{Type: sc.Type, Score: sc.Score, Verdict: clean, Classification: sc.Classification, Explanation: sc.Explanation}
		if sc.Score > limit {
			out[i].Verdict = found
		}
	}
	return out
}

func newID() string { return "evr_" + strings.ToLower(rand.Text()) }

// now is the time as stores keep it: UTC, microseconds.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
