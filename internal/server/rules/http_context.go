package rules

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/tenancy"
)

// contextBody is a context in a request.
type contextBody struct {
	Name        string         `json:"name" minLength:"1" maxLength:"400"`
	Description string         `json:"description,omitempty"`
	Content     string         `json:"content" minLength:"1"`
	Tags        []string       `json:"tags,omitempty"`
	Meta        map[string]any `json:"meta_properties,omitempty"`
}

func (b contextBody) context() Context {
	return Context{Name: b.Name, Description: b.Description, Content: b.Content, Tags: b.Tags, Meta: b.Meta}
}

type contextOutput struct{ Body Context }

type contextList struct {
	Body struct {
		Items []Context `json:"items"`
	}
}

// InContext is embedded in the input of routes of one context.
type InContext struct {
	Context string `path:"context" maxLength:"100" doc:"Id of the context."`
}

func (s *Service) contextRoutes(api huma.API) {
	const path = "/api/rule-engine/contexts"
	huma.Register(api, operation("list-contexts", http.MethodGet, path, "List contexts by name", readers), func(ctx context.Context, _ *struct{}) (*contextList, error) {
		all, err := s.Contexts(ctx, database(ctx))
		out := &contextList{}
		out.Body.Items = append([]Context{}, all...)
		return out, err
	})
	huma.Register(api, operation("create-context", http.MethodPost, path, "Create a context", writers), func(ctx context.Context, in *struct{ Body contextBody }) (*contextOutput, error) {
		c, err := s.CreateContext(ctx, database(ctx), tenancy.ScopeOf(ctx).User, in.Body.context())
		return &contextOutput{c}, err
	})
	huma.Register(api, operation("get-context", http.MethodGet, path+"/{context}", "A context", readers), func(ctx context.Context, in *InContext) (*contextOutput, error) {
		c, err := s.Context(ctx, database(ctx), in.Context)
		return &contextOutput{c}, err
	})
	huma.Register(api, operation("put-context", http.MethodPut, path+"/{context}", "Replace a context", writers), func(ctx context.Context, in *struct {
		InContext
		Body contextBody
	}) (*contextOutput, error) {
		c, err := s.UpdateContext(ctx, database(ctx), in.Context, in.Body.context())
		return &contextOutput{c}, err
	})
	huma.Register(api, operation("delete-context", http.MethodDelete, path+"/{context}", "Delete a context", writers), func(ctx context.Context, in *InContext) (*struct{}, error) {
		return nil, s.DeleteContext(ctx, database(ctx), in.Context)
	})
}
