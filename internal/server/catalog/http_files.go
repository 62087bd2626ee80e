package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

const importLimit = 16 << 20 // bytes

type importInput struct {
	Preview  bool   `query:"preview" doc:"Only tell what would change."`
	Existing string `query:"existing" enum:"update,skip" default:"update" doc:"What happens to models and providers that are there already."`
	Provider string `query:"provider" maxLength:"200" doc:"Provider of models in files that name none; custom when left out."`
	RawBody  []byte `contentType:"application/octet-stream" doc:"CSV or JSON."`
}

type modelsImported struct {
	Body struct {
		Imported          int               `json:"imported" doc:"Models that are new."`
		Updated           int               `json:"updated" doc:"Models that were changed."`
		Skipped           int               `json:"skipped" doc:"Models that stay as they are."`
		ProvidersImported int               `json:"providersImported" doc:"Providers that are new."`
		ProvidersUpdated  int               `json:"providersUpdated" doc:"Providers of which something else is said."`
		ProvidersSkipped  int               `json:"providersSkipped" doc:"Providers that stay as they are."`
		Changes           []modelChangeWire `json:"changes" doc:"What is new or changes, in the order of the file, providers first."`
	}
}

type modelChangeWire struct {
	Provider    string                 `json:"provider"`
	ModelID     string                 `json:"model_id" doc:"Empty: it is the provider itself."`
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
	take.Description = "The body is the file: CSV with a header line, our JSON export, an object of providers and models, a list of models or of providers as it is answered, a price list as SDKs read it, or a file of costs per token keyed by model."
	take.MaxBodyBytes = importLimit
	huma.Register(api, take, func(ctx context.Context, in *importInput) (*modelsImported, error) {
		file, err := Read(in.RawBody, in.Provider)
		if err != nil {
			return nil, err
		}
		differences, err := s.Import(ctx, database(ctx), file, ImportOptions{Preview: in.Preview, KeepExisting: in.Existing == "skip"})
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
}

func importOf(differences []Difference) *modelsImported {
	out := &modelsImported{}
	out.Body.Changes = []modelChangeWire{}
	for _, d := range differences {
		created, updated, skipped := &out.Body.Imported, &out.Body.Updated, &out.Body.Skipped
		if d.ModelID == "" {
			created, updated, skipped = &out.Body.ProvidersImported, &out.Body.ProvidersUpdated, &out.Body.ProvidersSkipped
		}
		switch d.Action {
		case Create:
			*created++
		case Update:
			*updated++
		default:
			*skipped++
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

// exports are the forms of an exported file.
var exports = map[string]struct {
	kind, name string
	write      func(*snapshot, time.Time) ([]byte, error)
}{
	"json":    {"application/json", "models.json", (*snapshot).writeJSON},
	"csv":     {"text/csv; charset=utf-8", "models.csv", (*snapshot).writeCSV},
	"pricing": {"application/json", "custom-pricing.json", (*snapshot).writePricing},
}

func (s *Service) export(ctx context.Context, format string) (*huma.StreamResponse, error) {
	snap, err := s.current(ctx, database(ctx))
	if err != nil {
		return nil, err
	}
	file := exports[format]
	content, err := file.write(snap, time.Now())
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", file.name, err)
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		hc.SetHeader("Content-Type", file.kind)
		hc.SetHeader("Content-Disposition", `attachment; filename="`+file.name+`"`)
		_, _ = hc.BodyWriter().Write(content) // the client may be gone
	}}, nil
}

// writeJSON writes the described providers and all models.
func (snap *snapshot) writeJSON(at time.Time) ([]byte, error) {
	var out struct {
		Providers []catalogProviderWire `json:"providers,omitempty"`
		Models    []modelWire           `json:"models"`
	}
	for _, p := range snap.Providers {
		out.Providers = append(out.Providers, providerOf(Listed{Provider: p}))
	}
	for _, m := range snap.list("", at) {
		out.Models = append(out.Models, wireOf(m))
	}
	return json.MarshalIndent(out, "", " ")
}

func (snap *snapshot) writePricing(at time.Time) ([]byte, error) {
	return json.MarshalIndent(snap.priceList(at), "", "  ")
}
