package evaluation

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
	"platform/internal/server/sdkroute"
	"platform/internal/server/tenancy"
)

// evaluationWire is the answer to SDKs.
type evaluationWire struct {
	Success  bool              `json:"success"`
	Err      string            `json:"err,omitempty"`
	Verdicts []Verdict         `json:"evaluations,omitempty"`
	Context  *Applied          `json:"context_applied,omitempty"`
	Metadata map[string]string `json:"metadata,omitempty" doc:"model, runId and more."`
}

type evaluationTypesWire struct {
	Types      []Type `json:"eval_types"`
	Configured bool   `json:"configured" doc:"There is a model that judges."`
	Err        string `json:"err,omitempty" doc:"What to configure."`
}

func refusal(f *fault.Error) any { return evaluationWire{Err: f.Detail} }

func operation(id, method, path, summary string) huma.Operation {
	op := huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Security: httpapi.SDK(tenancy.ScopeChat), Tags: []string{"evaluations"}, MaxBodyBytes: 4 << 20}
	return httpapi.ErrorBody(op, refusal)
}

// Routes declares the endpoints.
func (s *Service) Routes(api huma.API) {
	const path = "/api/evaluation/offline"
	judge := httpapi.TimeLimit(operation("evaluate-offline", http.MethodPost, path, "Judge an answer of a language model"), 110*time.Second) // clients wait for 120
	judge.Description = "Without a model that judges, the status is 409 and err says what to configure. The body is JSON whatever its content type."
	sdkroute.Register[evaluateOfflineBody](api, judge, func(ctx context.Context, raw []byte) (*struct{ Body evaluationWire }, error) {
		r, err := parseRequest(raw)
		if err != nil {
			return nil, err
		}
		result, err := s.Evaluate(ctx, tenancy.ScopeOf(ctx).DatabaseConfig, r)
		return &struct{ Body evaluationWire }{evaluationWire{Success: true, Verdicts: result.Verdicts, Context: result.Context, Metadata: result.Metadata}}, err
	})
	huma.Register(api, operation("list-evaluation-types", http.MethodGet, path+"/types", "Types that answers can be judged by"), func(ctx context.Context, _ *struct{}) (*struct{ Body evaluationTypesWire }, error) {
		configured, err := s.Configured(ctx, tenancy.ScopeOf(ctx).DatabaseConfig)
		out := evaluationTypesWire{Types: make([]Type, len(Types)), Configured: configured}
		for i, t := range Types {
			t.Enabled = configured
			out.Types[i] = t
		}
		if !configured {
			out.Err = notConfigured
		}
		return &struct{ Body evaluationTypesWire }{out}, err
	})
}
