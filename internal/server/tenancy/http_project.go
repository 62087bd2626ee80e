package tenancy

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
)

type projectWire struct {
	ID           string    `json:"id"`
	Organisation string    `json:"organisationId"`
	Name         string    `json:"name"`
	CreatedAt    time.Time `json:"createdAt"`
}

func projectOf(p Project) projectWire { return projectWire(p) }

type environmentWire struct {
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"createdAt"`
}

func environmentOf(e Environment) environmentWire { return environmentWire{e.Name, e.CreatedAt} }

func (s *Service) projectRoutes(api huma.API) {
	const tag, path = "Projects", "/api/projects/{project}"
	huma.Register(api, operation(tag, "list-projects", http.MethodGet, "/api/organisations/{organisation}/projects", "List projects", members),
		func(ctx context.Context, in *httpapi.InOrganisation) (*list[projectWire], error) {
			all, err := s.store.Projects(ctx, in.Organisation)
			return listOf(all, projectOf), err
		})
	huma.Register(api, operation(tag, "create-project", http.MethodPost, "/api/organisations/{organisation}/projects",
		"Create a project with the environment production and an embedded database", admins),
		func(ctx context.Context, in *struct {
			httpapi.InOrganisation
			Body named
		}) (*one[projectWire], error) {
			p, err := s.CreateProject(ctx, in.Organisation, in.Body.Name)
			return &one[projectWire]{projectOf(p)}, err
		})
	huma.Register(api, operation(tag, "get-project", http.MethodGet, path, "Get a project", members),
		func(ctx context.Context, in *httpapi.InProject) (*one[projectWire], error) {
			p, err := s.store.Project(ctx, in.Project)
			return &one[projectWire]{projectOf(p)}, err
		})
	huma.Register(api, operation(tag, "update-project", http.MethodPatch, path, "Rename a project", admins),
		func(ctx context.Context, in *struct {
			httpapi.InProject
			Body named
		}) (*one[projectWire], error) {
			p, err := s.RenameProject(ctx, in.Project, in.Body.Name)
			return &one[projectWire]{projectOf(p)}, err
		})
	huma.Register(api, operation(tag, "delete-project", http.MethodDelete, path, "Delete a project with its keys and database configurations", owners),
		func(ctx context.Context, in *httpapi.InProject) (*struct{}, error) {
			return nil, s.DeleteProject(ctx, in.Project)
		})
	huma.Register(api, operation(tag, "list-environments", http.MethodGet, path+"/environments", "List environments", members),
		func(ctx context.Context, in *httpapi.InProject) (*list[environmentWire], error) {
			all, err := s.store.Environments(ctx, in.Project)
			return listOf(all, environmentOf), err
		})
	huma.Register(api, operation(tag, "create-environment", http.MethodPost, path+"/environments", "Create an environment", admins),
		func(ctx context.Context, in *struct {
			httpapi.InProject
			Body struct {
				Name string `json:"name" minLength:"1" maxLength:"63" example:"staging"`
			}
		}) (*one[environmentWire], error) {
			e, err := s.CreateEnvironment(ctx, in.Project, in.Body.Name)
			return &one[environmentWire]{environmentOf(e)}, err
		})
	huma.Register(api, operation(tag, "delete-environment", http.MethodDelete, path+"/environments/{environment}", "Delete an environment", admins),
		func(ctx context.Context, in *struct {
			httpapi.InProject
			Environment string `path:"environment"`
		}) (*struct{}, error) {
			return nil, s.DeleteEnvironment(ctx, in.Project, in.Environment)
		})
}
