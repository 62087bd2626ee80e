package evaluation

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
	"platform/internal/server/llm"
	"platform/internal/server/sdkroute"
	"platform/internal/server/tenancy"
)

// evaluationWire is the answer to SDKs.
type evaluationWire struct {
	Success  bool                    `json:"success"`
	Err      string                  `json:"err,omitempty"`
	Verdicts []Verdict               `json:"evaluations,omitempty"`
	Context  *Applied                `json:"context_applied,omitempty"`
	Metadata *evaluationMetadataWire `json:"metadata,omitempty"`
}

type evaluationMetadataWire struct {
	Model    string   `json:"model"`
	Run      string   `json:"runId"`
	Provider string   `json:"provider"`
	Input    int64    `json:"inputTokens"`
	Output   int64    `json:"outputTokens"`
	Cost     *float64 `json:"cost,omitempty" doc:"USD; left out when the catalog does not know the model."`
}

type evaluationTypesWire struct {
	Types      []Type `json:"eval_types" doc:"Empty without a model that judges."`
	Configured bool   `json:"configured" doc:"There is a model that judges."`
	Err        string `json:"err,omitempty" doc:"What to configure."`
}

// refusal is the body of an error: what existing clients read, and beside it
// what all other errors have.
func refusal(f *fault.Error) any {
	return struct {
		Success bool   `json:"success"`
		Err     string `json:"err"`
		*fault.Error
	}{Err: f.Detail, Error: f}
}

// Members and keys judge; admins, and keys, change what is judged.
var (
	readers = httpapi.SDKOrSession(string(tenancy.Member), tenancy.ScopeChat)
	writers = httpapi.SDKOrSession(string(tenancy.Admin), tenancy.ScopeChat)
	members = httpapi.Session(string(tenancy.Member))
)

func operation(id, method, path, summary string, security httpapi.Security) huma.Operation {
	op := huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Security: security, Tags: []string{"evaluations"}, MaxBodyBytes: bodyLimit}
	return httpapi.ErrorBody(op, refusal)
}

const path = "/api/evaluation/offline"

// Routes declares the endpoints.
func (s *Service) Routes(api huma.API) {
	judge := httpapi.TimeLimit(operation("evaluate-offline", http.MethodPost, path, "Judge an answer of a language model", readers), 110*time.Second) // clients wait for 120
	judge.Description = "Without a model that judges, the status is 409 and err says what to configure. The body is JSON whatever its content type."
	sdkroute.Register[evaluateOfflineBody](api, judge, func(ctx context.Context, raw []byte) (*struct{ Body evaluationWire }, error) {
		r, err := parseRequest(raw)
		if err != nil {
			return nil, err
		}
		scope := tenancy.ScopeOf(ctx)
		r.Caller = Caller{Key: scope.Key, User: scope.User}
		result, err := s.Evaluate(ctx, scope.DatabaseConfig, r)
		run := result.Run
		metadata := &evaluationMetadataWire{Model: run.Model, Run: run.Name, Provider: run.Provider, Input: run.Usage.Input, Output: run.Usage.Output, Cost: run.Cost}
		return &struct{ Body evaluationWire }{evaluationWire{Success: true, Verdicts: result.Verdicts, Context: result.Context, Metadata: metadata}}, err
	})
	huma.Register(api, operation("list-evaluation-types", http.MethodGet, path+"/types", "Types that answers can be judged by", readers), func(ctx context.Context, _ *struct{}) (*struct{ Body evaluationTypesWire }, error) {
		database := tenancy.ScopeOf(ctx).DatabaseConfig
		configured, err := s.Configured(ctx, database)
		if err != nil {
			return nil, err
		}
		out := evaluationTypesWire{Types: []Type{}, Configured: configured}
		if !configured {
			out.Err = llm.NotConfigured(llm.Evaluation).(*fault.Error).Detail
			return &struct{ Body evaluationTypesWire }{out}, nil
		}
		out.Types, err = s.Types(ctx, database)
		return &struct{ Body evaluationTypesWire }{out}, err
	})
	s.typeRoutes(api)
	s.runRoutes(api)
}
