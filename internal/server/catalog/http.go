package catalog

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
	"platform/internal/server/tenancy"
)

var (
	readers = httpapi.SDKOrSession(string(tenancy.Member), tenancy.ScopeModels)
	writers = httpapi.SDKOrSession(string(tenancy.Admin), tenancy.ScopeModels)
)

// Routes declares the catalog's endpoints.
func (s *Service) Routes(api huma.API) {
	s.modelRoutes(api)
	s.providerRoutes(api)
	s.historyRoute(api)
	s.pricingRoute(api)
	s.fileRoutes(api)
}

func operation(id, method, path, summary string, security httpapi.Security) huma.Operation {
	return httpapi.ErrorBody(huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Security: security,
		Tags: []string{"models"}, MaxBodyBytes: 64 << 10}, problem)
}

// problem adds to the body of an error the field that existing clients read.
func problem(f *fault.Error) any {
	return struct {
		*fault.Error
		Text string `json:"error"`
	}{f, f.Detail}
}

// modelWire is a model in answers.
type modelWire struct {
	CustomID      string    `json:"customId" doc:"Id of the record."`
	ModelID       string    `json:"model_id" example:"gpt-4o"`
	ID            string    `json:"id" doc:"The same as model_id."`
	Provider      string    `json:"provider" example:"openai"`
	DisplayName   string    `json:"displayName"`
	Type          Type      `json:"modelType" enum:"chat,embeddings,images,audio"`
	ContextWindow int       `json:"contextWindow" doc:"Tokens."`
	Input         float64   `json:"inputPricePerMToken" doc:"USD per million input tokens."`
	Output        float64   `json:"outputPricePerMToken" doc:"USD per million output tokens."`
	CacheRead     float64   `json:"cacheReadPricePerMToken" doc:"USD per million input tokens read from the provider's cache; 0 when not priced apart."`
	CacheCreation float64   `json:"cacheCreationPricePerMToken" doc:"USD per million input tokens written to the provider's cache; 0 when not priced apart."`
	Capabilities  []string  `json:"capabilities" example:"[\"function-calling\"]"`
	Default       bool      `json:"isDefault" doc:"The model came with the catalog and was not changed."`
	UpdatedAt     time.Time `json:"updatedAt"`
}

func wireOf(m Priced) modelWire {
	return modelWire{CustomID: m.ID, ModelID: m.ModelID, ID: m.ModelID, Provider: m.Provider, DisplayName: m.DisplayName, Type: m.Type,
		ContextWindow: m.ContextWindow, Input: m.Price.Input, Output: m.Price.Output, CacheRead: m.Price.CacheRead, CacheCreation: m.Price.CacheCreation,
		Capabilities: m.Capabilities, Default: m.Default, UpdatedAt: m.UpdatedAt}
}

// modelsWire is the list of models: keyed by provider, or of one provider.
type modelsWire struct {
	byProvider map[string][]modelWire
	ofProvider []modelWire // not nil when one was asked for
}

// MarshalJSON writes the one of the two forms that was asked for.
func (m modelsWire) MarshalJSON() ([]byte, error) {
	if m.ofProvider != nil {
		return json.Marshal(m.ofProvider)
	}
	return json.Marshal(m.byProvider)
}

// Schema says that there are two forms.
func (modelsWire) Schema(r huma.Registry) *huma.Schema {
	model := r.Schema(reflect.TypeFor[modelWire](), true, "Model")
	list := &huma.Schema{Type: huma.TypeArray, Items: model}
	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeObject, AdditionalProperties: list, Description: "Without provider: the models of each provider."},
		{Type: huma.TypeArray, Items: model, Description: "With provider: the models of that provider."},
	}}
}

type listInput struct {
	Provider string `query:"provider" maxLength:"200" doc:"Only the models of this provider, as a list."`
}

type putModel struct {
	Body struct {
		_        struct{}  `additionalProperties:"true"`
		Provider string    `json:"provider,omitempty" doc:"Required." example:"openai"`
		CustomID string    `json:"customId,omitempty" doc:"Accepted and not needed: provider and model_id name the model."`
		Model    modelBody `json:"model,omitempty" doc:"Required."`
	}
}

// modelBody is a model in a request. What is left out stays as it is; of a
// new model it is the default.
type modelBody struct {
	_             struct{}   `additionalProperties:"true"`
	ID            string     `json:"id,omitempty" doc:"Taken for model_id when that is left out."`
	ModelID       string     `json:"model_id,omitempty" doc:"Required. With provider it names the model." example:"gpt-4o"`
	DisplayName   string     `json:"displayName,omitempty" doc:"Required." example:"GPT-4o"`
	Type          *Type      `json:"modelType,omitempty" doc:"chat, embeddings, images or audio. Default chat."`
	ContextWindow *float64   `json:"contextWindow,omitempty" doc:"Tokens. Default 4096."`
	Input         *float64   `json:"inputPricePerMToken,omitempty" doc:"USD per million input tokens. Default 0."`
	Output        *float64   `json:"outputPricePerMToken,omitempty" doc:"USD per million output tokens. Default 0."`
	CacheRead     *float64   `json:"cacheReadPricePerMToken,omitempty" doc:"USD per million input tokens read from the provider's cache."`
	CacheCreation *float64   `json:"cacheCreationPricePerMToken,omitempty" doc:"USD per million input tokens written to the provider's cache."`
	Capabilities  []string   `json:"capabilities,omitempty"`
	From          *time.Time `json:"effectiveFrom,omitempty" doc:"When the price starts to hold; now when left out."`
}

type modelPut struct {
	Body struct {
		Success bool      `json:"success"`
		Created bool      `json:"created,omitempty"`
		Updated bool      `json:"updated,omitempty"`
		Model   modelWire `json:"model"`
	}
}

type deleteInput struct {
	ModelID  string `query:"model_id" maxLength:"200" doc:"With provider, names the model."`
	Provider string `query:"provider" maxLength:"200"`
	ID       string `query:"id" maxLength:"200" doc:"Instead: customId of the record, or a model_id that only one provider has."`
}

type modelDeleted struct {
	Body struct {
		Success bool `json:"success"`
		Deleted bool `json:"deleted" doc:"True also when there was no such model."`
	}
}

func (s *Service) modelRoutes(api huma.API) {
	const path = "/api/openground/models"
	list := operation("list-models", http.MethodGet, path, "List models for the active database configuration", readers)
	huma.Register(api, list, func(ctx context.Context, in *listInput) (*struct{ Body modelsWire }, error) {
		models, err := s.Models(ctx, database(ctx), in.Provider)
		if err != nil {
			return nil, err
		}
		out := modelsWire{byProvider: map[string][]modelWire{}}
		if in.Provider != "" {
			out.ofProvider = make([]modelWire, 0, len(models))
		}
		for _, m := range models {
			if in.Provider != "" {
				out.ofProvider = append(out.ofProvider, wireOf(m))
			} else {
				out.byProvider[m.Provider] = append(out.byProvider[m.Provider], wireOf(m))
			}
		}
		return &struct{ Body modelsWire }{out}, nil
	})
	save := operation("put-model", http.MethodPost, path, "Create or update a model", writers)
	save.Description = "Provider and model_id name the model: a second call with the same ones changes it. A new price holds from now on, or from effectiveFrom; what was used before keeps its price."
	huma.Register(api, save, func(ctx context.Context, in *putModel) (*modelPut, error) {
		m, created, err := s.Put(ctx, database(ctx), in.input())
		if err != nil {
			return nil, err
		}
		out := &modelPut{}
		out.Body.Success, out.Body.Created, out.Body.Updated, out.Body.Model = true, created, !created, wireOf(m)
		return out, nil
	})
	huma.Register(api, operation("delete-model", http.MethodDelete, path, "Delete a model", writers), func(ctx context.Context, in *deleteInput) (*modelDeleted, error) {
		if err := s.deleteNamed(ctx, in); err != nil {
			return nil, err
		}
		out := &modelDeleted{}
		out.Body.Success, out.Body.Deleted = true, true
		return out, nil
	})
}

// input is what the request says, as it is: the service checks it.
func (in *putModel) input() Input {
	b := in.Body.Model
	m := jsonModel{ID: b.ID, ModelID: b.ModelID, Type: b.Type, ContextWindow: b.ContextWindow, Input: b.Input, Output: b.Output, CacheRead: b.CacheRead,
		CacheCreation: b.CacheCreation, Capabilities: b.Capabilities, From: b.From}
	input := m.input(in.Body.Provider)
	input.DisplayName = b.DisplayName
	return input
}

func (s *Service) deleteNamed(ctx context.Context, in *deleteInput) error {
	k := Key{in.Provider, in.ModelID}
	switch {
	case in.ModelID != "" && in.Provider != "":
	case in.ID != "":
		var found bool
		var err error
		if k, found, err = s.Find(ctx, database(ctx), in.ID); err != nil || !found {
			return err
		}
	default:
		missing := "model_id"
		if in.ModelID != "" {
			missing = "provider"
		}
		f := fault.New(fault.Invalid, "%s is required: send model_id and provider", missing)
		f.Errors = []fault.Detail{{Location: "query." + missing, Message: "is required"}}
		return f
	}
	return s.Delete(ctx, database(ctx), k)
}

// database is the configuration whose catalog the request concerns.
func database(ctx context.Context) string { return tenancy.ScopeOf(ctx).DatabaseConfig }
