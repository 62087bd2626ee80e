package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
)

const importLimit = 16 << 20 // bytes

type modelPriceWire struct {
	From          time.Time `json:"effectiveFrom" doc:"From then on, until the next entry. 1970 is the beginning of time."`
	Removed       bool      `json:"removed,omitempty" doc:"The model was removed then and has no price."`
	Input         float64   `json:"inputPricePerMToken"`
	Output        float64   `json:"outputPricePerMToken"`
	CacheRead     float64   `json:"cacheReadPricePerMToken"`
	CacheCreation float64   `json:"cacheCreationPricePerMToken"`
}

type modelPrices struct {
	Body struct {
		Items []modelPriceWire `json:"items"`
	}
}

func (s *Service) historyRoute(api huma.API) {
	type input struct {
		ModelID  string `query:"model_id" required:"true" maxLength:"200"`
		Provider string `query:"provider" required:"true" maxLength:"200"`
	}
	op := operation("list-model-prices", http.MethodGet, "/api/openground/models/prices", "List the prices of a model over time", readers)
	huma.Register(api, op, func(ctx context.Context, in *input) (*modelPrices, error) {
		periods, err := s.History(ctx, database(ctx), Key{in.Provider, in.ModelID})
		if err != nil {
			return nil, err
		}
		out := &modelPrices{}
		for _, p := range periods {
			w := modelPriceWire{From: p.From, Removed: p.Price == nil}
			if p.Price != nil {
				w.Input, w.Output, w.CacheRead, w.CacheCreation = p.Price.Input, p.Price.Output, p.Price.CacheRead, p.Price.CacheCreation
			}
			out.Body.Items = append(out.Body.Items, w)
		}
		return out, nil
	})
}

type importInput struct {
	Preview  bool   `query:"preview" doc:"Only tell what would change."`
	Existing string `query:"existing" enum:"update,skip" default:"update" doc:"What happens to models that are there already."`
	Provider string `query:"provider" maxLength:"200" doc:"Provider of models in files that name none; custom when left out."`
	RawBody  []byte `contentType:"application/octet-stream" doc:"CSV or JSON."`
}

type modelsImported struct {
	Body struct {
		Imported int               `json:"imported" doc:"Models that are new."`
		Updated  int               `json:"updated" doc:"Models that were changed."`
		Skipped  int               `json:"skipped" doc:"Models that stay as they are."`
		Changes  []modelChangeWire `json:"changes" doc:"What is new or changes, in the order of the file."`
	}
}

type modelChangeWire struct {
	Provider    string                 `json:"provider"`
	ModelID     string                 `json:"model_id"`
	DisplayName string                 `json:"displayName"`
	Action      Action                 `json:"action" enum:"create,update"`
	Fields      []modelFieldChangeWire `json:"fields,omitempty"`
}

type modelFieldChangeWire struct {
	Field string `json:"field" example:"inputPricePerMToken"`
	From  string `json:"from" example:"2.5"`
	To    string `json:"to" example:"2"`
}

func (s *Service) fileRoutes(api huma.API) {
	take := operation("import-models", http.MethodPost, "/api/openground/models/import", "Import models from a file", writers)
	take.Description = "The body is the file: CSV with a header line, our JSON export, a list of models as it is answered, a price list as SDKs read it, or a file of costs per token keyed by model."
	take.MaxBodyBytes = importLimit
	huma.Register(api, take, func(ctx context.Context, in *importInput) (*modelsImported, error) {
		inputs, err := Read(in.RawBody, in.Provider)
		if err != nil {
			return nil, err
		}
		differences, err := s.Import(ctx, database(ctx), inputs, ImportOptions{Preview: in.Preview, KeepExisting: in.Existing == "skip"})
		if err != nil {
			return nil, err
		}
		return importOf(differences), nil
	})
	type exportInput struct {
		Format string `query:"format" enum:"json,csv,pricing" default:"json" doc:"json and csv can be imported again; pricing is the price list that SDKs read."`
	}
	give := operation("export-models", http.MethodGet, "/api/openground/models/export", "Export models to a file", readers)
	give.Responses = map[string]*huma.Response{"200": {Description: "The file.", Content: map[string]*huma.MediaType{"application/json": {}, "text/csv": {}}}}
	huma.Register(api, give, func(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
		return s.export(ctx, in.Format)
	})
	s.pricingRoute(api)
}

func importOf(differences []Difference) *modelsImported {
	out := &modelsImported{}
	out.Body.Changes = []modelChangeWire{}
	for _, d := range differences {
		switch d.Action {
		case Create:
			out.Body.Imported++
		case Update:
			out.Body.Updated++
		default:
			out.Body.Skipped++
			continue
		}
		w := modelChangeWire{Provider: d.Provider, ModelID: d.ModelID, DisplayName: d.DisplayName, Action: d.Action}
		for _, f := range d.Fields {
			w.Fields = append(w.Fields, modelFieldChangeWire(f))
		}
		out.Body.Changes = append(out.Body.Changes, w)
	}
	return out
}

func (s *Service) export(ctx context.Context, format string) (*huma.StreamResponse, error) {
	kind, name := "application/json", "models.json"
	var content []byte
	var err error
	if format == "pricing" {
		var prices Prices
		if prices, err = s.PriceList(ctx, database(ctx)); err == nil {
			name = "custom-pricing.json"
			content, err = json.MarshalIndent(prices, "", "  ")
		}
	} else {
		var models []Priced
		if models, err = s.Models(ctx, database(ctx), ""); err == nil {
			if format == "csv" {
				kind, name = "text/csv; charset=utf-8", "models.csv"
				content, err = writeCSV(models)
			} else {
				content, err = writeJSON(models)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		hc.SetHeader("Content-Type", kind)
		hc.SetHeader("Content-Disposition", `attachment; filename="`+name+`"`)
		_, _ = hc.BodyWriter().Write(content) // the client may be gone
	}}, nil
}

func writeJSON(models []Priced) ([]byte, error) {
	var out struct {
		Models []modelWire `json:"models"`
	}
	for _, m := range models {
		out.Models = append(out.Models, wireOf(m))
	}
	content, err := json.MarshalIndent(out, "", " ")
	if err != nil {
		return nil, fmt.Errorf("write models: %w", err)
	}
	return content, nil
}

// pricingRoute is the public price list. It is cached by clients and proxies;
// a list that has not changed is not sent again.
func (s *Service) pricingRoute(api huma.API) {
	type input struct {
		Database string `path:"dbConfigId" maxLength:"100" doc:"Id of the database configuration."`
		Known    string `header:"If-None-Match" maxLength:"1000"`
	}
	type output struct {
		Status       int
		CacheControl string `header:"Cache-Control"`
		ETag         string `header:"ETag"`
		Body         *Prices
	}
	op := operation("export-pricing", http.MethodGet, "/api/pricing/export/{dbConfigId}", "Read the price list that SDKs use", httpapi.Public)
	op.Description = "USD per thousand tokens, by kind of model. Needs no credentials."
	op.Errors = []int{http.StatusNotFound}
	huma.Register(api, op, func(ctx context.Context, in *input) (*output, error) {
		prices, err := s.PriceList(ctx, in.Database)
		if fault.Is(err, fault.NotFound) {
			return nil, fault.New(fault.NotFound, "no such database configuration")
		}
		if err != nil {
			return nil, err
		}
		tag, err := prices.etag()
		if err != nil {
			return nil, err
		}
		out := &output{Status: http.StatusOK, CacheControl: "public, max-age=300", ETag: tag, Body: &prices}
		if matches(in.Known, tag) {
			out.Status, out.Body = http.StatusNotModified, nil
		}
		return out, nil
	})
}

// matches reports whether If-None-Match names tag.
func matches(known, tag string) bool {
	for item := range strings.SplitSeq(known, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
		if item == tag || item == "*" {
			return true
		}
	}
	return false
}
