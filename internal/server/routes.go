package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/buildinfo"
	"platform/internal/server/catalog"
	"platform/internal/server/config"
	"platform/internal/server/dashboards"
	"platform/internal/server/evaluation"
	"platform/internal/server/httpapi"
	"platform/internal/server/ingest"
	"platform/internal/server/llm"
	"platform/internal/server/prompts"
	"platform/internal/server/rules"
	"platform/internal/server/telemetry"
	"platform/internal/server/tenancy"
	"platform/internal/server/vault"
	"platform/internal/server/webui"
	"platform/web"
)

// domains are the services whose routes the API has.
type domains struct {
	tenancy   *tenancy.Service
	ingest    *ingest.Service
	telemetry *telemetry.Service
	catalog   *catalog.Service
	vault     *vault.Service

	prompts     *prompts.Service
	rules       *rules.Service
	llm         *llm.Service
	evaluations *evaluation.Service
	dashboards  *dashboards.Service
}

// routes registers the routes of every domain.
func (d domains) routes(api huma.API) {
	d.tenancy.Routes(api)
	d.others(api)
}

// others registers the routes of the domains other than tenancy.
func (d domains) others(api huma.API) {
	d.ingest.Routes(api)
	d.telemetry.Routes(api)
	d.catalog.Routes(api)
	d.vault.Routes(api)
	d.prompts.Routes(api)
	d.rules.Routes(api)
	d.llm.Routes(api)
	d.evaluations.Routes(api)
	d.dashboards.Routes(api)
}

// newAPI builds the API with the routes of every domain.
func newAPI(cfg config.Config, d domains, log *slog.Logger) (*httpapi.API, error) {
	api, err := httpapi.New(httpapi.Config{
		Version: buildinfo.Version, SiteURL: cfg.SiteURL, AllowedOrigins: cfg.AllowedOrigins, TrustedProxies: cfg.TrustedProxies,
		SessionCookie: tenancy.CookieName(cfg.Secure()), MetricsToken: cfg.MetricsToken, Log: log,
	}, d.tenancy)
	if err != nil {
		return nil, fmt.Errorf("build API: %w", err)
	}
	d.routes(api)
	return api, nil
}

// serveUI adds the web UI: the built one, or a development server's.
func serveUI(api *httpapi.API, devURL string) error {
	if devURL != "" {
		dev, err := webui.Dev(devURL)
		if err != nil {
			return err
		}
		api.Handle("/", dev)
		return nil
	}
	ui, err := webui.FromDist(web.Dist)
	if err != nil {
		return err
	}
	api.Handle("/", ui)
	return nil
}

// OpenAPI returns the document that describes every route.
func OpenAPI() ([]byte, error) {
	cfg, _ := config.Parse(func(string) (string, bool) { return "", false })
	var none domains // routes are declared without being called
	api, err := newAPI(cfg, none, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(api.OpenAPI())
	if err != nil {
		return nil, fmt.Errorf("write OpenAPI document: %w", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return nil, fmt.Errorf("write OpenAPI document: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}
