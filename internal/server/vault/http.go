package vault

import (
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
	"platform/internal/server/tenancy"
)

// Routes declares the vault's endpoints.
func (s *Service) Routes(api huma.API) {
	s.sdkRoutes(api)
	s.secretRoutes(api)
	s.versionRoutes(api)
	s.usageRoutes(api)
}

// secretsWire is the answer that SDKs read. They take res for an object also
// when there is an error.
type secretsWire struct {
	Err *string           `json:"err" nullable:"true" doc:"What went wrong; null when nothing did."`
	Res map[string]string `json:"res" doc:"Names and values."`
}

type getSecrets struct {
	Body *struct {
		_      struct{} `additionalProperties:"true"` // SDKs also send metaProperties
		Key    *string  `json:"key,omitempty" nullable:"true" doc:"Only the secret of this name."`
		Tags   []string `json:"tags,omitempty" nullable:"true" maxItems:"100" doc:"Only secrets with at least one of these tags."`
		Source *string  `json:"source,omitempty" nullable:"true" doc:"What the client is; for the journal."`
	}
}

func (s *Service) sdkRoutes(api huma.API) {
	op := huma.Operation{
		OperationID: "get-secrets", Method: http.MethodPost, Path: "/api/vault/get-secrets", Tags: []string{"vault"},
		Summary: "Retrieve vault secrets", Security: httpapi.SDK(tenancy.ScopeVault), MaxBodyBytes: 64 << 10,
		Description: "Pages of other origins may call it when their origin is listed in PLATFORM_ALLOWED_CORS_ORIGINS. The body is JSON whatever its Content-Type.",
	}
	op = httpapi.ErrorBody(httpapi.CrossOrigin(op), func(f *fault.Error) any { return secretsWire{&f.Detail, map[string]string{}} })
	huma.Register(api, op, func(ctx context.Context, in *getSecrets) (*huma.StreamResponse, error) {
		var q Query
		by := callerOf(ctx)
		if b := in.Body; b != nil {
			q.Tags = b.Tags
			if b.Key != nil {
				q.Name = *b.Key
			}
			if b.Source != nil {
				by.Source = *b.Source
			}
		}
		values, err := s.Get(ctx, database(ctx), q, by)
		if err != nil {
			return nil, err
		}
		defer Erase(values)
		return sent(secretsBody(values)), nil
	})
	answers[secretsWire](api, op)
}

// secretsBody is a secretsWire with values that are there.
func secretsBody(values []Opened) []byte {
	size := 32
	for _, v := range values {
		size += room([]byte(v.Name)) + room(v.Plain) + 2
	}
	body := append(make([]byte, 0, size), `{"err":null,"res":{`...)
	for i, v := range values {
		if i > 0 {
			body = append(body, ',')
		}
		body = quoted(append(quoted(body, []byte(v.Name)), ':'), v.Plain)
	}
	return append(body, "}}\n"...)
}

// answers documents the body of an operation that is written as it is.
func answers[Body any](api huma.API, op huma.Operation) {
	document := api.OpenAPI()
	schema := document.Components.Schemas.Schema(reflect.TypeFor[Body](), true, op.OperationID)
	document.Paths[op.Path].Post.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
}

// database is the configuration whose vault the request concerns.
func database(ctx context.Context) string { return tenancy.ScopeOf(ctx).DatabaseConfig }

// callerOf is who the journal says it was.
func callerOf(ctx context.Context) Caller {
	scope := tenancy.ScopeOf(ctx)
	return Caller{Key: scope.Key, User: scope.User, Address: httpapi.ClientIP(ctx)}
}
