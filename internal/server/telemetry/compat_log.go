package telemetry

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// compatConfig lists the values that can be chosen from.
type compatConfig[T any] struct {
	Body struct {
		Data []T `json:"data"`
	}
}

type compatLogConfig struct {
	Services   []string `json:"services"`
	Severities []string `json:"severities"`
	TotalRows  uint64   `json:"totalRows"`
}

type compatKeys[T any] struct{ Body T }

type compatLogKeys struct {
	Err      *string  `json:"err"`
	Log      []string `json:"logAttributeKeys"`
	Resource []string `json:"resourceAttributeKeys"`
	Scope    []string `json:"scopeAttributeKeys"`
	Span     []string `json:"spanAttributeKeys"`
}

func (s *Service) compatLogRoutes(api huma.API) {
	huma.Register(api, compatOperation("list-logs", http.MethodPost, "/api/telemetry/logs", "List log records", ""),
		func(ctx context.Context, in *struct{ Body CompatBody }) (*compatPage[compatLog], error) {
			search, err := in.Body.search(tenancy.Logs, 25)
			if err != nil {
				return nil, err
			}
			v, err := s.views.Of(ctx, tenancy.Logs)
			if err != nil {
				return nil, err
			}
			found, err := s.store.Logs(ctx, v, search)
			if err != nil {
				return nil, err
			}
			out := &compatPage[compatLog]{}
			out.Body.Records = mapOf(found, compatLogOf)
			out.Body.Total, err = s.store.Count(ctx, v, tenancy.Logs, search)
			return out, err
		})
	huma.Register(api, compatOperation("get-log", http.MethodGet, "/api/telemetry/logs/{rowId}", "Get a log record as a record", ""),
		func(ctx context.Context, in *struct {
			ID string `path:"rowId" maxLength:"64"`
		}) (*compatRecord[compatLog], error) {
			l, err := s.Log(ctx, in.ID)
			out := &compatRecord[compatLog]{}
			out.Body.Record = compatLogOf(l)
			return out, err
		})
	huma.Register(api, compatOperation("get-log-config", http.MethodPost, "/api/telemetry/logs/config", "List values to filter log records by", ""),
		func(ctx context.Context, in *struct{ Body CompatBody }) (*compatConfig[compatLogConfig], error) {
			search, err := in.Body.search(tenancy.Logs, 25)
			if err != nil {
				return nil, err
			}
			facets, err := s.Facets(ctx, tenancy.Logs, query.Search{Range: search.Range}, []query.Key{field("service"), field("severity")}, 500)
			if err != nil {
				return nil, err
			}
			c := compatLogConfig{Services: named(facets[0].Values), Severities: named(facets[1].Values)}
			for _, n := range facets[0].Values {
				c.TotalRows += n.Count
			}
			out := &compatConfig[compatLogConfig]{}
			out.Body.Data = []compatLogConfig{c}
			return out, nil
		})
	huma.Register(api, compatOperation("list-log-attribute-keys", http.MethodPost, "/api/telemetry/logs/attribute-keys", "List attribute keys of log records", ""),
		func(ctx context.Context, in *struct{ Body CompatBody }) (*compatKeys[compatLogKeys], error) {
			search, err := in.Body.search(tenancy.Logs, 25)
			if err != nil {
				return nil, err
			}
			k, err := s.Keys(ctx, tenancy.Logs, search.Range)
			return &compatKeys[compatLogKeys]{compatLogKeys{Log: k.Attributes, Resource: k.Resource, Scope: k.Scope, Span: []string{}}}, err
		})
}

// named are the values that are not empty.
func named(values []ValueCount) []string {
	out := []string{}
	for _, v := range values {
		if v.Value != "" {
			out = append(out, v.Value)
		}
	}
	return out
}
