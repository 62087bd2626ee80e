package tenancy

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
)

type databaseWire struct {
	ID          string       `json:"id"`
	Name        string       `json:"name"`
	Kind        DatabaseKind `json:"kind" enum:"embedded,clickhouse"`
	URL         string       `json:"url,omitempty"`
	Username    string       `json:"username,omitempty"`
	HasPassword bool         `json:"hasPassword" doc:"A password is stored; it is never shown."`
	Database    string       `json:"database"`
	Default     bool         `json:"default" doc:"Takes every signal that is not routed elsewhere."`
	CreatedAt   time.Time    `json:"createdAt"`
	UpdatedAt   time.Time    `json:"updatedAt"`
}

func databaseOf(d DatabaseConfig) databaseWire {
	return databaseWire{d.ID, d.Name, d.Kind, d.URL, d.Username, d.Sealed != nil, d.Database, d.Default, d.CreatedAt, d.UpdatedAt}
}

type databaseBody struct {
	Name     string       `json:"name" minLength:"1" maxLength:"100"`
	Kind     DatabaseKind `json:"kind" enum:"embedded,clickhouse"`
	URL      string       `json:"url,omitempty" maxLength:"2000" example:"https://clickhouse.example.com:8443"`
	Username string       `json:"username,omitempty" maxLength:"200"`
	Password *string      `json:"password,omitempty" maxLength:"1000" doc:"Left out: the stored one is kept."`
	Database string       `json:"database,omitempty" maxLength:"63" doc:"Name of the database on the server."`
	Default  bool         `json:"default,omitempty"`
}

func (b databaseBody) change() DatabaseChange { return DatabaseChange(b) }

type databasePath struct {
	httpapi.InProject
	Config string `path:"config" doc:"Id of the database configuration."`
}

type probeWire struct {
	Version string `json:"version" doc:"Version of the engine that answered."`
}

func (s *Service) databaseRoutes(api huma.API) {
	const tag, path = "Database configurations", "/api/projects/{project}/database-configs"
	huma.Register(api, operation(tag, "list-database-configs", http.MethodGet, path, "List database configurations", members),
		func(ctx context.Context, in *httpapi.InProject) (*list[databaseWire], error) {
			all, err := s.store.Databases(ctx, in.Project)
			return listOf(all, databaseOf), err
		})
	huma.Register(api, operation(tag, "create-database-config", http.MethodPost, path, "Create a database configuration", admins),
		func(ctx context.Context, in *struct {
			httpapi.InProject
			Body databaseBody
		}) (*one[databaseWire], error) {
			d, err := s.CreateDatabase(ctx, in.Project, in.Body.change())
			return &one[databaseWire]{databaseOf(d)}, err
		})
	huma.Register(api, operation(tag, "get-database-config", http.MethodGet, path+"/{config}", "Get a database configuration", members),
		func(ctx context.Context, in *databasePath) (*one[databaseWire], error) {
			d, err := s.database(ctx, in.Project, in.Config)
			return &one[databaseWire]{databaseOf(d)}, err
		})
	huma.Register(api, operation(tag, "update-database-config", http.MethodPut, path+"/{config}", "Change a database configuration", admins),
		func(ctx context.Context, in *struct {
			httpapi.InProject
			Config string `path:"config" maxLength:"100" doc:"Id of the database configuration."`
			Body   databaseBody
		}) (*one[databaseWire], error) {
			d, err := s.UpdateDatabase(ctx, in.Project, in.Config, in.Body.change())
			return &one[databaseWire]{databaseOf(d)}, err
		})
	huma.Register(api, operation(tag, "delete-database-config", http.MethodDelete, path+"/{config}", "Delete a database configuration that nothing uses", admins),
		func(ctx context.Context, in *databasePath) (*struct{}, error) {
			return nil, s.DeleteDatabase(ctx, in.Project, in.Config)
		})
	s.probeRoutes(api, tag, path)
	s.routingRoutes(api)
}

func (s *Service) probeRoutes(api huma.API, tag, path string) {
	try := operation(tag, "test-database-settings", http.MethodPost, path+"/test", "Try to connect with settings that are not saved", admins)
	try.DefaultStatus = http.StatusOK
	huma.Register(api, httpapi.TimeLimit(try, 15*time.Second), func(ctx context.Context, in *struct {
		httpapi.InProject
		Config string `query:"config" doc:"Configuration whose stored password is used."`
		Body   databaseBody
	}) (*one[probeWire], error) {
		version, err := s.ProbeDatabase(ctx, in.Project, in.Config, in.Body.change())
		return &one[probeWire]{probeWire{version}}, err
	})
	saved := operation(tag, "test-database-config", http.MethodPost, path+"/{config}/test", "Try to connect as configured", admins)
	saved.DefaultStatus = http.StatusOK
	huma.Register(api, httpapi.TimeLimit(saved, 15*time.Second), func(ctx context.Context, in *databasePath) (*one[probeWire], error) {
		version, err := s.ProbeSaved(ctx, in.Project, in.Config)
		return &one[probeWire]{probeWire{version}}, err
	})
}

type routeWire struct {
	Environment string `json:"environment"`
	Signal      Signal `json:"signal" enum:"traces,logs,metrics,intelligence"`
	Config      string `json:"databaseConfigId" doc:"Empty: the project's default."`
}

func (s *Service) routingRoutes(api huma.API) {
	const tag, path = "Signal routing", "/api/projects/{project}/routing"
	huma.Register(api, operation(tag, "list-routes", http.MethodGet, path, "List where signals are sent other than to the default", members),
		func(ctx context.Context, in *httpapi.InProject) (*list[routeWire], error) {
			all, err := s.Routing(ctx, in.Project)
			return listOf(all, func(r Route) routeWire { return routeWire{r.Environment, r.Signal, r.DatabaseConfig} }), err
		})
	put := operation(tag, "put-route", http.MethodPut, path, "Send a signal of an environment to a database configuration", admins)
	put.DefaultStatus = http.StatusNoContent
	huma.Register(api, put, func(ctx context.Context, in *struct {
		httpapi.InProject
		Body routeWire
	}) (*struct{}, error) {
		return nil, s.SetRoute(ctx, Route{in.Project, in.Body.Environment, in.Body.Signal, in.Body.Config})
	})
}
