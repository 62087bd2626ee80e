package prompts

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
	"platform/internal/server/sdkroute"
	"platform/internal/server/tenancy"
)

// compilePromptBody is what SDKs send. They say more (metaProperties), which is
// not needed, and null for what they leave out.
type compilePromptBody struct {
	_         struct{}                   `additionalProperties:"true"`
	Name      string                     `json:"name,omitempty" doc:"Name of the prompt; it or the id is required."`
	ID        string                     `json:"id,omitempty"`
	PromptID  string                     `json:"promptId,omitempty" doc:"The same as id."`
	Version   string                     `json:"version,omitempty" doc:"Default: the newest published version." example:"1.2.0"`
	Compile   *bool                      `json:"shouldCompile,omitempty" doc:"Fill in variables. Default true."`
	Variables map[string]json.RawMessage `json:"variables,omitempty" doc:"Values by name."`
	Source    string                     `json:"source,omitempty" doc:"Kind of client, for the usage counts." example:"ts-sdk"`
}

// parseQuery reads the body of a request.
func parseQuery(raw []byte) (Query, error) {
	var b compilePromptBody
	if err := sdkroute.Decode(raw, &b); err != nil {
		return Query{}, err
	}
	q := Query{Ref: Ref{ID: b.ID, Name: b.Name}, Version: b.Version, Variables: b.Variables, Source: b.Source}
	if q.ID == "" {
		q.ID = b.PromptID
	}
	q.Raw = b.Compile != nil && !*b.Compile
	return q, nil
}

// compiledAnswerWire is the answer to SDKs: one of err and res is null.
type compiledAnswerWire struct {
	Err *string   `json:"err"`
	Res *Compiled `json:"res"`
}

type compiledOutput struct{ Body compiledAnswerWire }

func refusal(f *fault.Error) any { return compiledAnswerWire{Err: &f.Detail} }

func (s *Service) sdkRoutes(api huma.API) {
	op := huma.Operation{OperationID: "get-compiled-prompt", Method: http.MethodPost, Path: "/api/prompt/get-compiled", Summary: "Get a published prompt with its variables filled in",
		Description: "What cannot be found or filled in is an answer with status 200 and err, as existing clients expect. The body is JSON whatever its content type.",
		Security:    httpapi.SDK(tenancy.ScopePrompts), Tags: []string{"prompts"}, MaxBodyBytes: 4 << 20}
	op = httpapi.CrossOrigin(httpapi.ErrorBody(op, refusal))
	sdkroute.Register[compilePromptBody](api, op, func(ctx context.Context, raw []byte) (*compiledOutput, error) {
		c, err := s.compiledFor(ctx, raw)
		var f *fault.Error
		switch {
		case err == nil:
			return &compiledOutput{compiledAnswerWire{Res: &c}}, nil
		case errors.As(err, &f) && (fault.Is(err, fault.Invalid) || fault.Is(err, fault.NotFound)):
			return &compiledOutput{compiledAnswerWire{Err: &f.Detail}}, nil
		}
		return nil, err
	})
}

func (s *Service) compiledFor(ctx context.Context, raw []byte) (Compiled, error) {
	q, err := parseQuery(raw)
	if err != nil {
		return Compiled{}, err
	}
	scope := tenancy.ScopeOf(ctx)
	q.Key = scope.Key
	return s.Compiled(ctx, scope.DatabaseConfig, q)
}
