package catalog

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
)

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
