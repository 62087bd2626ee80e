package catalog

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
)

// catalogProviderWire is a provider in answers. A provider is there as long as it
// has a model.
type catalogProviderWire struct {
	ID            string                              `json:"providerId" example:"openai"`
	DisplayName   string                              `json:"displayName"`
	Description   string                              `json:"description"`
	RequiresVault bool                                `json:"requiresVault" doc:"It asks for a key."`
	ConfigSchema  map[string]catalogProviderRangeWire `json:"configSchema" doc:"temperature, maxTokens and topP."`
	Models        []modelWire                         `json:"supportedModels"`
}

type catalogProviderRangeWire struct {
	Min         float64 `json:"min"`
	Max         float64 `json:"max"`
	Step        float64 `json:"step"`
	Default     float64 `json:"default"`
	Description string  `json:"description"`
}

// configSchema is what can be set for a request, the same for all.
var configSchema = map[string]catalogProviderRangeWire{
	"temperature": {0, 2, 0.1, 1, "How freely the model chooses its words."},
	"maxTokens":   {1, 128_000, 1, 4096, "Tokens of an answer."},
	"topP":        {0, 1, 0.01, 1, "Part of the likeliest words that is chosen from."},
}

// keyless are providers that run on machines of one's own.
var keyless = map[string]bool{"ollama": true, "vllm": true}

// providersOf groups models, which come by provider.
func providersOf(models []Priced, search string) []catalogProviderWire {
	out := []catalogProviderWire{}
	for _, m := range models {
		if !strings.Contains(strings.ToLower(m.Provider), strings.ToLower(search)) {
			continue
		}
		if n := len(out); n == 0 || out[n-1].ID != m.Provider {
			out = append(out, catalogProviderWire{ID: m.Provider, DisplayName: m.Provider, RequiresVault: !keyless[m.Provider], ConfigSchema: configSchema})
		}
		last := &out[len(out)-1]
		last.Models = append(last.Models, wireOf(m))
	}
	return out
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

// DeleteProvider removes all models of a provider, and returns how many.
func (s *Service) DeleteProvider(ctx context.Context, database, provider string) (n int, err error) {
	err = s.change(ctx, database, func(snap *snapshot) (c Changes, err error) {
		for _, m := range snap.Models {
			if m.Provider == provider {
				c.Remove, c.Periods = append(c.Remove, m.key()), append(c.Periods, Period{Key: m.key(), From: now()})
			}
		}
		n = len(c.Remove)
		return c, nil
	})
	return n, err
}

func (s *Service) providerRoutes(api huma.API) {
	const path = "/api/openground/providers"
	type listProviders struct {
		Provider string `query:"provider" maxLength:"200" doc:"Only this one, as an object."`
		Search   string `query:"search" maxLength:"200" doc:"Part of a name."`
	}
	huma.Register(api, operation("list-providers", http.MethodGet, path, "Providers with their models", readers), func(ctx context.Context, in *listProviders) (*struct{ Body providersWire }, error) {
		models, err := s.Models(ctx, database(ctx), in.Provider)
		if err != nil {
			return nil, err
		}
		all := providersOf(models, in.Search)
		if in.Provider == "" {
			return &struct{ Body providersWire }{providersWire{all: all}}, nil
		}
		if len(all) == 0 {
			return nil, fault.New(fault.NotFound, "the catalog has no provider %q", in.Provider)
		}
		return &struct{ Body providersWire }{providersWire{one: &all[0]}}, nil
	})
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
