package evaluation

import (
	"encoding/json"
	"maps"
	"slices"

	"platform/internal/server/fault"
	"platform/internal/server/rules"
	"platform/internal/server/sdkroute"
)

const (
	textLimit     = 256 << 10 // bytes of prompt, of response and of each context
	contextsLimit = 50
	metadataLimit = 20 // entries; more are left out
	runLimit      = 200
	bodyLimit     = 4 << 20
)

// evaluateOfflineBody is what SDKs send; null stands for what they leave out.
type evaluateOfflineBody struct {
	_          struct{}                   `additionalProperties:"true"`
	Prompt     string                     `json:"prompt"`
	Response   string                     `json:"response"`
	Contexts   []string                   `json:"contexts,omitempty" doc:"Texts that the answer should rest on."`
	Types      []string                   `json:"eval_types,omitempty" doc:"Ids of types; all that are enabled when left out."`
	Threshold  *float64                   `json:"threshold_score,omitempty" doc:"Scores above it are findings. Each type's own when left out, 0.5 when it has none."`
	Store      *bool                      `json:"store_results,omitempty" doc:"Keep the results. Default true."`
	RunID      string                     `json:"run_id,omitempty"`
	Metadata   map[string]json.RawMessage `json:"metadata,omitempty" doc:"The first 20 texts are kept."`
	Attributes map[string]json.RawMessage `json:"attributes,omitempty" doc:"Fields for rules that add contexts."`
}

// parseRequest reads the body of a request.
func parseRequest(raw []byte) (Request, error) {
	var b evaluateOfflineBody
	if err := sdkroute.Decode(raw, &b); err != nil {
		return Request{}, err
	}
	r := Request{Prompt: b.Prompt, Response: b.Response, Contexts: b.Contexts, Types: b.Types, Threshold: b.Threshold, Store: b.Store == nil || *b.Store,
		RunID: b.RunID, Metadata: texts(b.Metadata), Attributes: rules.Sample(b.Attributes)}
	return r, r.check()
}

func (r Request) check() error {
	for _, part := range []struct{ name, text string }{{"prompt", r.Prompt}, {"response", r.Response}} {
		if part.text == "" || len(part.text) > textLimit {
			return fault.New(fault.Invalid, "%s has not 1 to %d bytes", part.name, textLimit)
		}
	}
	if len(r.Contexts) > contextsLimit || slices.ContainsFunc(r.Contexts, func(c string) bool { return len(c) > textLimit }) {
		return fault.New(fault.Invalid, "contexts has more than %d entries, or one of more than %d bytes", contextsLimit, textLimit)
	}
	if len(r.Types) > len(Builtin)+typesLimit {
		return fault.New(fault.Invalid, "eval_types has more entries than there can be types")
	}
	if t := r.Threshold; t != nil && !(*t >= 0 && *t <= 1) {
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
