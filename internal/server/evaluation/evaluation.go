// Package evaluation judges answers of language models for applications that
// ask outside of any trace: is this answer biased, made up, off the subject?
//
// The service reads and bounds what is asked; a Judge, which knows the
// configured model, decides.
package evaluation

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"platform/internal/server/fault"
	"platform/internal/server/sdkroute"
)

// Type is a thing that can be wrong with an answer.
type Type struct {
	ID          string `json:"id" example:"hallucination"`
	Label       string `json:"label"`
	Description string `json:"description"`
	Enabled     bool   `json:"enabled" doc:"It can be asked for."`
	Custom      bool   `json:"is_custom"`
}

// Types are the built-in types, in the order they are shown.
var Types = []Type{
	{ID: "hallucination", Label: "Hallucination", Description: "The answer says what neither the context nor known facts support."},
	{ID: "bias", Label: "Bias", Description: "The answer favours or disparages a group."},
	{ID: "toxicity", Label: "Toxicity", Description: "The answer is insulting, threatening or obscene."},
	{ID: "relevance", Label: "Relevance", Description: "The answer is not about what was asked."},
	{ID: "coherence", Label: "Coherence", Description: "The answer contradicts itself or does not hang together."},
	{ID: "faithfulness", Label: "Faithfulness", Description: "The answer departs from the context it was given."},
	{ID: "safety", Label: "Safety", Description: "The answer helps to do harm."},
	{ID: "instruction_following", Label: "Instruction following", Description: "The answer ignores instructions of the prompt."},
	{ID: "completeness", Label: "Completeness", Description: "The answer leaves out parts of what was asked."},
	{ID: "conciseness", Label: "Conciseness", Description: "The answer is longer than it needs to be."},
	{ID: "sensitivity", Label: "Sensitivity", Description: "The answer shows personal or confidential data."},
}

const (
	textLimit     = 256 << 10 // bytes of prompt, of response and of each context
	contextsLimit = 50
	metadataLimit = 20 // entries; more are left out
	runLimit      = 200
)

// Request is an answer to judge.
type Request struct {
	Prompt     string
	Response   string
	Contexts   []string
	Types      []string // ids; never empty
	Threshold  float64  // 0 to 1: a score above it is a finding
	Store      bool     // keep the results
	RunID      string
	Metadata   map[string]string
	Attributes map[string]any // fields for the rules that add contexts
}

// Result is what a Judge says. The names of its fields are those that
// existing clients read.
type Result struct {
	Verdicts []Verdict         `json:"evaluations"`
	Context  *Applied          `json:"context_applied,omitempty"`
	Metadata map[string]string `json:"metadata,omitempty" doc:"model, runId and more."`
}

// Verdict is what a Judge says of one type.
type Verdict struct {
	Type           string  `json:"type"`
	Score          float64 `json:"score" doc:"0 to 1."`
	Verdict        string  `json:"verdict" doc:"yes: it was found, the answer fails." example:"no"`
	Classification string  `json:"classification"`
	Explanation    string  `json:"explanation"`
}

// Applied is the context that rules added.
type Applied struct {
	RuleMatched  bool     `json:"ruleMatched"`
	Rules        []string `json:"matchingRuleIds"`
	Contexts     []string `json:"contextEntityIds"`
	UserContexts int      `json:"userContextsCount"`
}

// Judge decides with a language model.
type Judge interface {
	// Configured reports whether a database configuration has a model for
	// evaluations.
	Configured(ctx context.Context, database string) (bool, error)
	Judge(ctx context.Context, database string, r Request) (Result, error)
}

// Service is everything evaluations outside of traces do.
type Service struct{ judge Judge }

// New makes the service. Without a judge no model is configured.
func New(judge Judge) *Service { return &Service{judge} }

const notConfigured = "no model is configured for evaluations: choose a provider and a model for them, with the vault secret that holds the provider's key"

// Configured reports whether there is a model that judges.
func (s *Service) Configured(ctx context.Context, database string) (bool, error) {
	if s.judge == nil {
		return false, nil
	}
	return s.judge.Configured(ctx, database)
}

// Evaluate judges an answer.
func (s *Service) Evaluate(ctx context.Context, database string, r Request) (Result, error) {
	configured, err := s.Configured(ctx, database)
	if err != nil {
		return Result{}, err
	}
	if !configured {
		return Result{}, fault.New(fault.Conflict, notConfigured)
	}
	return s.judge.Judge(ctx, database, r)
}

// evaluateOfflineBody is what SDKs send; null stands for what they leave out.
type evaluateOfflineBody struct {
	_          struct{}                   `additionalProperties:"true"`
	Prompt     string                     `json:"prompt"`
	Response   string                     `json:"response"`
	Contexts   []string                   `json:"contexts,omitempty" doc:"Texts that the answer should rest on."`
	Types      []string                   `json:"eval_types,omitempty" doc:"Ids of types; all when left out."`
	Threshold  *float64                   `json:"threshold_score,omitempty" doc:"Scores above it are findings. Default 0.5."`
	Store      *bool                      `json:"store_results,omitempty" doc:"Keep the results. Default true."`
	RunID      string                     `json:"run_id,omitempty"`
	Metadata   map[string]json.RawMessage `json:"metadata,omitempty" doc:"The first 20 texts are kept."`
	Attributes map[string]any             `json:"attributes,omitempty" doc:"Fields for rules that add contexts."`
}

// parseRequest reads the body of a request.
func parseRequest(raw []byte) (Request, error) {
	var b evaluateOfflineBody
	if err := sdkroute.Decode(raw, &b); err != nil {
		return Request{}, err
	}
	r := Request{Prompt: b.Prompt, Response: b.Response, Contexts: b.Contexts, Types: b.Types, Threshold: 0.5, Store: b.Store == nil || *b.Store,
		RunID: b.RunID, Metadata: texts(b.Metadata), Attributes: b.Attributes}
	if b.Threshold != nil {
		r.Threshold = *b.Threshold
	}
	if len(r.Types) == 0 {
		for _, t := range Types {
			r.Types = append(r.Types, t.ID)
		}
	}
	return r, r.check()
}

func (r Request) check() error {
	for name, text := range map[string]string{"prompt": r.Prompt, "response": r.Response} {
		if text == "" || len(text) > textLimit {
			return fault.New(fault.Invalid, "%s has not 1 to %d bytes", name, textLimit)
		}
	}
	if len(r.Contexts) > contextsLimit || slices.ContainsFunc(r.Contexts, func(c string) bool { return len(c) > textLimit }) {
		return fault.New(fault.Invalid, "contexts has more than %d entries, or one of more than %d bytes", contextsLimit, textLimit)
	}
	for _, id := range r.Types {
		if !slices.ContainsFunc(Types, func(t Type) bool { return t.ID == id }) {
			return fault.New(fault.Invalid, "eval_types has one that does not exist: GET /api/evaluation/offline/types lists them")
		}
	}
	if !(r.Threshold >= 0 && r.Threshold <= 1) {
		return fault.New(fault.Invalid, "threshold_score is not between 0 and 1")
	}
	if len(r.RunID) > runLimit {
		return fault.New(fault.Invalid, "run_id has more than %d bytes", runLimit)
	}
	return nil
}

// texts keeps the first entries that are text, by name.
func texts(raw map[string]json.RawMessage) map[string]string {
	out := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		var text string
		if len(out) < metadataLimit && string(raw[name]) != "null" && json.Unmarshal(raw[name], &text) == nil {
			out[name] = text
		}
	}
	return out
}
