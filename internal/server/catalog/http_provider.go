package catalog

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// catalogProviderWire is a provider in answers. A provider is there as long as
// it is described or has a model.
type catalogProviderWire struct {
	ID            string                              `json:"providerId" example:"openai"`
	DisplayName   string                              `json:"displayName"`
	Description   string                              `json:"description"`
	RequiresVault bool                                `json:"requiresVault" doc:"It asks for a key."`
	ConfigSchema  map[string]catalogProviderRangeWire `json:"configSchema" doc:"What a request may set, for example temperature, maxTokens and topP."`
	Models        []modelWire                         `json:"supportedModels"`
}

func providerOf(p Listed) catalogProviderWire {
	w := catalogProviderWire{ID: p.ID, DisplayName: p.DisplayName, Description: p.Description, RequiresVault: p.RequiresKey, ConfigSchema: map[string]catalogProviderRangeWire{},
		Models: make([]modelWire, 0, len(p.Models))}
	for name, r := range p.settings() {
		w.ConfigSchema[name] = catalogProviderRangeWire(r)
	}
	for _, m := range p.Models {
		w.Models = append(w.Models, wireOf(m))
	}
	return w
}

type catalogProviderRangeWire struct {
	Min         float64 `json:"min"`
	Max         float64 `json:"max"`
	Step        float64 `json:"step"`
	Default     float64 `json:"default"`
	Description string  `json:"description,omitempty"`
}

// providersWire is all providers, or the one that was asked for.
type providersWire struct {
	all []catalogProviderWire
	one *catalogProviderWire
}

// MarshalJSON writes the one of the two forms that was asked for.
func (p providersWire) MarshalJSON() ([]byte, error) {
	if p.one != nil {
		return json.Marshal(p.one)
	}
	return json.Marshal(p.all)
}

// Schema says that there are two forms.
func (providersWire) Schema(r huma.Registry) *huma.Schema {
	one := r.Schema(reflect.TypeFor[catalogProviderWire](), true, "CatalogProvider")
	return &huma.Schema{OneOf: []*huma.Schema{{Type: huma.TypeArray, Items: one, Description: "Without provider."}, one}}
}

// catalogProviderBody is a provider in a request. What is left out stays as it is; of
// a new provider it is the default.
type catalogProviderBody struct {
	_             struct{}                            `additionalProperties:"true"`
	ID            string                              `json:"providerId,omitempty" doc:"Required. The provider that models name." example:"acme"`
	DisplayName   string                              `json:"displayName,omitempty" doc:"Required." example:"Acme"`
	Description   *string                             `json:"description,omitempty"`
	RequiresVault *bool                               `json:"requiresVault,omitempty" doc:"It asks for a key. Default true."`
	ConfigSchema  map[string]catalogProviderRangeWire `json:"configSchema,omitempty" doc:"What a request may set: temperature, maxTokens and topP when left out."`
}

// input is what the request says, as it is: the service checks it.
func (b catalogProviderBody) input() ProviderInput {
	in := ProviderInput{ID: b.ID, DisplayName: b.DisplayName, Description: b.Description, RequiresKey: b.RequiresVault}
	if b.ConfigSchema != nil {
		in.Settings = map[string]Range{}
	}
	for name, r := range b.ConfigSchema {
		in.Settings[name] = Range(r)
	}
	return in
}

type providerSaved struct {
	Body struct {
		Success  bool   `json:"success"`
		Provider string `json:"providerId"`
	}
}

func (s *Service) providerRoutes(api huma.API) {
	const path = "/api/openground/providers"
	type listProviders struct {
		Provider string `query:"provider" maxLength:"200" doc:"Only this one, as an object."`
		Search   string `query:"search" maxLength:"200" doc:"Part of a name."`
	}
	huma.Register(api, operation("list-providers", http.MethodGet, path, "Providers with their models", readers), func(ctx context.Context, in *listProviders) (*struct{ Body providersWire }, error) {
		found, err := s.Providers(ctx, database(ctx), in.Provider)
		if err != nil {
			return nil, err
		}
		all := []catalogProviderWire{}
		for _, p := range found {
			if p.has(in.Search) {
				all = append(all, providerOf(p))
			}
		}
		if in.Provider == "" {
			return &struct{ Body providersWire }{providersWire{all: all}}, nil
		}
		if len(all) == 0 {
			return nil, noProvider(in.Provider)
		}
		return &struct{ Body providersWire }{providersWire{one: &all[0]}}, nil
	})
	s.saveProviderRoute(api, operation("create-provider", http.MethodPost, path, "Describe a new provider", writers), s.CreateProvider)
	s.saveProviderRoute(api, operation("update-provider", http.MethodPut, path, "Change what is said of a provider", writers), s.UpdateProvider)
	type deleteProvider struct {
		Provider string `query:"provider" required:"true" minLength:"1" maxLength:"200"`
	}
	type providerDeleted struct {
		Body struct {
			Success bool `json:"success"`
			Deleted int  `json:"deleted" doc:"How many models went with it."`
		}
	}
	huma.Register(api, operation("delete-provider", http.MethodDelete, path, "Delete a provider with its models", writers), func(ctx context.Context, in *deleteProvider) (*providerDeleted, error) {
		n, err := s.DeleteProvider(ctx, database(ctx), in.Provider)
		out := &providerDeleted{}
		out.Body.Success, out.Body.Deleted = true, n
		return out, err
	})
}

func (s *Service) saveProviderRoute(api huma.API, op huma.Operation, save func(ctx context.Context, database string, in ProviderInput) error) {
	huma.Register(api, op, func(ctx context.Context, in *struct{ Body catalogProviderBody }) (*providerSaved, error) {
		if err := save(ctx, database(ctx), in.Body.input()); err != nil {
			return nil, err
		}
		out := &providerSaved{}
		out.Body.Success, out.Body.Provider = true, strings.TrimSpace(in.Body.ID)
		return out, nil
	})
}
