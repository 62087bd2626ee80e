package evaluation

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
	"platform/internal/server/tenancy"
)

// evaluationTypeBody is what somebody says about a type; what is left out
// stays as it is.
type evaluationTypeBody struct {
	ID          string   `json:"id,omitempty" maxLength:"100" doc:"Required where the path does not name it."`
	Label       *string  `json:"label,omitempty" maxLength:"400"`
	Description *string  `json:"description,omitempty" maxLength:"4000"`
	Prompt      *string  `json:"prompt,omitempty" maxLength:"32000" doc:"What the model is told to look for."`
	Enabled     *bool    `json:"enabled,omitempty"`
	Threshold   *float64 `json:"threshold_score,omitempty" doc:"0 to 1."`
}

func (b evaluationTypeBody) change() Change {
	return Change{b.Label, b.Description, b.Prompt, b.Enabled, b.Threshold}
}

// InType is embedded in the input of routes of one type.
type InType struct {
	Type string `path:"type" maxLength:"100" doc:"Id of the type."`
}

func (s *Service) typeRoutes(api huma.API) {
	type allTypes struct {
		Body struct {
			Items []Type `json:"items"`
		}
	}
	all := httpapi.ChoosesDatabase(huma.Operation{OperationID: "list-all-evaluation-types", Method: http.MethodGet, Path: "/api/evaluation/types", Security: members,
		Summary: "Types of evaluations, also without a model that judges", Tags: []string{"evaluations"}})
	huma.Register(api, all, func(ctx context.Context, _ *struct{}) (*allTypes, error) {
		out := &allTypes{}
		var err error
		out.Body.Items, err = s.Types(ctx, tenancy.ScopeOf(ctx).DatabaseConfig)
		return out, err
	})
	type putTypes struct {
		Body struct {
			_     struct{}             `additionalProperties:"true"`
			Types []evaluationTypeBody `json:"types" maxItems:"61"`
		}
	}
	type typesPut struct {
		Body struct {
			Data []Type `json:"data"`
		}
	}
	put := operation("put-evaluation-types", http.MethodPost, path+"/types", "Create or change types of evaluations", writers)
	put.MaxBodyBytes = 1 << 20
	huma.Register(api, put, func(ctx context.Context, in *putTypes) (*typesPut, error) {
		out := &typesPut{}
		out.Body.Data = []Type{}
		for _, t := range in.Body.Types {
			kept, err := s.PutType(ctx, tenancy.ScopeOf(ctx).DatabaseConfig, t.ID, t.change())
			if err != nil {
				return nil, err
			}
			out.Body.Data = append(out.Body.Data, kept)
		}
		return out, nil
	})
	type patchType struct {
		InType
		Body evaluationTypeBody
	}
	type typeOutput struct {
		Body struct {
			Data Type `json:"data"`
		}
	}
	huma.Register(api, operation("patch-evaluation-type", http.MethodPatch, path+"/types/{type}", "Change a type of evaluations", writers), func(ctx context.Context, in *patchType) (*typeOutput, error) {
		out := &typeOutput{}
		var err error
		out.Body.Data, err = s.PutType(ctx, tenancy.ScopeOf(ctx).DatabaseConfig, in.Type, in.Body.change())
		return out, err
	})
	huma.Register(api, operation("delete-evaluation-type", http.MethodDelete, path+"/types/{type}", "Delete a type of evaluations of one's own", writers), func(ctx context.Context, in *InType) (*struct{}, error) {
		return nil, s.DeleteType(ctx, tenancy.ScopeOf(ctx).DatabaseConfig, in.Type)
	})
}

type evaluationRunWire struct {
	ID         string            `json:"id"`
	Name       string            `json:"runId" doc:"What the application calls it."`
	At         time.Time         `json:"at"`
	Key        string            `json:"apiKeyId,omitempty" doc:"The API key that asked, or"`
	User       string            `json:"userId,omitempty" doc:"the person."`
	Provider   string            `json:"provider"`
	Model      string            `json:"model"`
	Input      int64             `json:"inputTokens"`
	Output     int64             `json:"outputTokens"`
	Cost       *float64          `json:"cost,omitempty" doc:"USD; left out when the catalog does not know the model."`
	Took       int64             `json:"tookMs"`
	Prompt     string            `json:"prompt" doc:"Its beginning."`
	Response   string            `json:"response" doc:"Its beginning."`
	Contexts   int               `json:"contexts" doc:"How many contexts the answer was judged with."`
	Failed     bool              `json:"failed" doc:"Something was found."`
	Verdicts   []Verdict         `json:"evaluations"`
	Properties map[string]string `json:"metadata"`
}

func wireOf(r Run) evaluationRunWire {
	return evaluationRunWire{ID: r.ID, Name: r.Name, At: r.At, Key: r.Caller.Key, User: r.Caller.User, Provider: r.Provider, Model: r.Model, Input: r.Usage.Input, Output: r.Usage.Output,
		Cost: r.Cost, Took: r.Took.Milliseconds(), Prompt: r.Prompt, Response: r.Response, Contexts: r.Contexts, Failed: r.Failed(), Verdicts: r.Verdicts, Properties: r.Metadata}
}

func (s *Service) runRoutes(api huma.API) {
	type listRuns struct {
		Run    string    `query:"run" maxLength:"200" doc:"Only those that the application called so."`
		Failed bool      `query:"failed" doc:"Only those in which something was found."`
		Before time.Time `query:"before" doc:"Only runs before this time."`
		Limit  int       `query:"limit" minimum:"1" maximum:"200" default:"50"`
	}
	type runList struct {
		Body struct {
			Items []evaluationRunWire `json:"items"`
		}
	}
	list := operation("list-evaluation-runs", http.MethodGet, "/api/evaluation/runs", "What was judged, newest first", readers)
	huma.Register(api, list, func(ctx context.Context, in *listRuns) (*runList, error) {
		runs, err := s.Runs(ctx, tenancy.ScopeOf(ctx).DatabaseConfig, RunQuery{Name: in.Run, Failed: in.Failed, Before: in.Before, Limit: in.Limit})
		out := &runList{}
		out.Body.Items = make([]evaluationRunWire, len(runs))
		for i, r := range runs {
			out.Body.Items[i] = wireOf(r)
		}
		return out, err
	})
}
