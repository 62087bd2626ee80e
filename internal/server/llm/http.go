package llm

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
	"platform/internal/server/tenancy"
)

var (
	members = httpapi.Session(string(tenancy.Member))
	admins  = httpapi.Session(string(tenancy.Admin))
)

func operation(id, method, path, summary string, security httpapi.Security) huma.Operation {
	return httpapi.ChoosesDatabase(huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Security: security,
		Tags: []string{"language models"}, MaxBodyBytes: 64 << 10})
}

// database is the configuration whose connections the request concerns.
func database(ctx context.Context) string { return tenancy.ScopeOf(ctx).DatabaseConfig }

type providerWire struct {
	ID       string   `json:"id" example:"openai" doc:"Also its name in the model catalog."`
	Label    string   `json:"label"`
	Protocol Protocol `json:"protocol" enum:"openai,anthropic"`
	BaseURL  string   `json:"baseUrl" doc:"Empty when a connection must say it."`
	Secret   string   `json:"secret" doc:"Name that its key usually has in the vault; empty when it needs none."`
}

type connectionBody struct {
	Name      string   `json:"name,omitempty" maxLength:"400" doc:"Provider and model when left out."`
	Provider  string   `json:"provider" maxLength:"100" example:"openai"`
	Model     string   `json:"model" maxLength:"400" example:"gpt-4o-mini"`
	BaseURL   string   `json:"baseUrl,omitempty" maxLength:"1000" doc:"The provider's own when left out."`
	Secret    string   `json:"secret,omitempty" maxLength:"400" doc:"Name of the vault secret that holds the key; left out, none is sent." example:"OPENAI_API_KEY"`
	Timeout   int      `json:"timeoutSeconds,omitempty" doc:"Of an answer, with retries. Default 60."`
	MaxTokens int      `json:"maxTokens,omitempty" doc:"Of an answer. Default 4096."`
	Uses      []string `json:"uses,omitempty" enum:"evaluation,chat,review" maxItems:"3" doc:"What it serves; another connection that served it does not any more."`
}

func (b connectionBody) connection() Connection {
	c := Connection{Name: b.Name, Provider: b.Provider, Model: b.Model, BaseURL: b.BaseURL, Secret: b.Secret, Timeout: time.Duration(b.Timeout) * time.Second, MaxTokens: b.MaxTokens}
	for _, u := range b.Uses {
		c.Uses = append(c.Uses, Use(u))
	}
	return c
}

type connectionWire struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Provider  string    `json:"provider"`
	Model     string    `json:"model"`
	BaseURL   string    `json:"baseUrl" doc:"Empty for the provider's own."`
	Secret    string    `json:"secret" doc:"Name of the vault secret that holds the key."`
	Timeout   int       `json:"timeoutSeconds"`
	MaxTokens int       `json:"maxTokens"`
	Uses      []string  `json:"uses" enum:"evaluation,chat,review"`
	CreatedBy string    `json:"createdBy" doc:"Id of the user."`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

func wireOf(c Connection) connectionWire {
	w := connectionWire{ID: c.ID, Name: c.Name, Provider: c.Provider, Model: c.Model, BaseURL: c.BaseURL, Secret: c.Secret, Timeout: int(c.Timeout / time.Second),
		MaxTokens: c.MaxTokens, Uses: []string{}, CreatedBy: c.CreatedBy, CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt}
	for _, u := range c.Uses {
		w.Uses = append(w.Uses, string(u))
	}
	return w
}

type connectionOutput struct{ Body connectionWire }

type items[T any] struct {
	Items []T `json:"items"`
}

// InConnection is embedded in the input of routes of one connection.
type InConnection struct {
	Connection string `path:"connection" maxLength:"100" doc:"Id of the connection."`
}

// Routes declares the endpoints.
func (s *Service) Routes(api huma.API) {
	huma.Register(api, operation("list-llm-providers", http.MethodGet, "/api/llm/providers", "Providers of language models", members), func(context.Context, *struct{}) (*struct{ Body items[providerWire] }, error) {
		out := &struct{ Body items[providerWire] }{}
		for _, p := range Providers {
			out.Body.Items = append(out.Body.Items, providerWire{p.ID, p.Label, p.Protocol, p.BaseURL, p.Secret})
		}
		return out, nil
	})
	s.connectionRoutes(api)
	s.testRoute(api)
}

func (s *Service) connectionRoutes(api huma.API) {
	const path, below = "/api/llm/connections", "/api/llm/connections/{connection}"
	huma.Register(api, operation("list-llm-connections", http.MethodGet, path, "List connections to language models", members), func(ctx context.Context, _ *struct{}) (*struct{ Body items[connectionWire] }, error) {
		all, err := s.Connections(ctx, database(ctx))
		out := &struct{ Body items[connectionWire] }{items[connectionWire]{make([]connectionWire, len(all))}}
		for i, c := range all {
			out.Body.Items[i] = wireOf(c)
		}
		return out, err
	})
	create := operation("create-llm-connection", http.MethodPost, path, "Connect a language model", admins)
	create.DefaultStatus = http.StatusCreated
	huma.Register(api, create, func(ctx context.Context, in *struct{ Body connectionBody }) (*connectionOutput, error) {
		c, err := s.Create(ctx, database(ctx), tenancy.ScopeOf(ctx).User, in.Body.connection())
		return &connectionOutput{wireOf(c)}, err
	})
	type updateConnection struct {
		InConnection
		Body connectionBody
	}
	huma.Register(api, operation("update-llm-connection", http.MethodPut, below, "Replace a connection to a language model", admins), func(ctx context.Context, in *updateConnection) (*connectionOutput, error) {
		c, err := s.Update(ctx, database(ctx), in.Connection, in.Body.connection())
		return &connectionOutput{wireOf(c)}, err
	})
	huma.Register(api, operation("delete-llm-connection", http.MethodDelete, below, "Delete a connection to a language model", admins), func(ctx context.Context, in *InConnection) (*struct{}, error) {
		return nil, s.Delete(ctx, database(ctx), in.Connection)
	})
}

func (s *Service) testRoute(api huma.API) {
	type testedConnection struct {
		Body struct {
			OK    bool   `json:"ok" doc:"The model answered."`
			Error string `json:"error,omitempty" doc:"What went wrong."`
			Model string `json:"model,omitempty" doc:"As the provider names it."`
			Took  int64  `json:"tookMs"`
			Usage Usage  `json:"usage"`
		}
	}
	test := httpapi.TimeLimit(operation("test-llm-connection", http.MethodPost, "/api/llm/test", "Ask a language model for one word", admins), longestTimeout+10*time.Second)
	test.Description = "The connection need not be stored. The key of the named secret is sent to the endpoint."
	huma.Register(api, test, func(ctx context.Context, in *struct{ Body connectionBody }) (*testedConnection, error) {
		tried, err := s.Try(ctx, database(ctx), in.Body.connection())
		if err != nil {
			return nil, err
		}
		out := &testedConnection{}
		out.Body.OK, out.Body.Error, out.Body.Model, out.Body.Took, out.Body.Usage = tried.OK, tried.Error, tried.Model, tried.Took.Milliseconds(), tried.Usage
		return out, nil
	})
}
