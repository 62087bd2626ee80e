package rules

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
	"platform/internal/server/sdkroute"
	"platform/internal/server/tenancy"
)

// evaluateRulesBody is what SDKs send. They say more (metaProperties), which
// is not needed, and null for what they leave out.
type evaluateRulesBody struct {
	_        struct{}                   `additionalProperties:"true"`
	Type     EntityType                 `json:"entity_type" enum:"context,prompt,evaluation"`
	Fields   map[string]json.RawMessage `json:"fields" doc:"At most 50 values by name: text of at most 1000 characters, numbers, booleans. Others are left out."`
	WithData bool                       `json:"include_entity_data,omitempty" doc:"Also answer with the records of the entities."`
	Inputs   Inputs                     `json:"entity_inputs,omitempty" doc:"What the data of prompts is made with."`
	Source   string                     `json:"source,omitempty" doc:"Kind of client." example:"ts-sdk"`
}

// parseQuery reads the body of a request.
func parseQuery(raw []byte) (Query, error) {
	var b evaluateRulesBody
	if err := sdkroute.Decode(raw, &b); err != nil {
		return Query{}, err
	}
	if !slices.Contains(EntityTypes, b.Type) {
		return Query{}, fault.New(fault.Invalid, "entity_type is none of %v", EntityTypes)
	}
	fields, err := ParseFields(b.Fields)
	return Query{Type: b.Type, Fields: fields, WithData: b.WithData, Inputs: b.Inputs, Source: b.Source}, err
}

// refusal is the body of an error: existing clients read err.
func refusal(f *fault.Error) any {
	return struct {
		Err string `json:"err"`
	}{f.Detail}
}

func (s *Service) sdkRoutes(api huma.API) {
	op := huma.Operation{OperationID: "evaluate-rules", Method: http.MethodPost, Path: "/api/rule-engine/evaluate", Summary: "Entities of the rules that match fields",
		Description: "A condition whose field is not sent does not match. The body is JSON whatever its content type.",
		Security:    httpapi.SDK(tenancy.ScopeRules), Tags: []string{"rules"}, MaxBodyBytes: 1 << 20}
	op = httpapi.TimeLimit(httpapi.CrossOrigin(httpapi.ErrorBody(op, refusal)), 10*time.Second)
	sdkroute.Register[evaluateRulesBody](api, op, func(ctx context.Context, raw []byte) (*struct{ Body Answer }, error) {
		q, err := parseQuery(raw)
		if err != nil {
			return nil, err
		}
		scope := tenancy.ScopeOf(ctx)
		q.Key = scope.Key
		answer, err := s.Evaluate(ctx, scope.DatabaseConfig, q)
		return &struct{ Body Answer }{answer}, err
	})
}
