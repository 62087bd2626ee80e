package dashboards

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
	"platform/internal/server/tenancy"
)

var (
	readers = httpapi.Session(string(tenancy.Member))
	writers = httpapi.Session(string(tenancy.Admin))
)

func operation(id, method, path, summary string, security httpapi.Security) huma.Operation {
	op := huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Security: security, Tags: []string{"dashboards"}, MaxBodyBytes: 1 << 20}
	if method == http.MethodPost {
		op.DefaultStatus = http.StatusCreated
	}
	return op
}

// place is the project and the user of a request.
func place(ctx context.Context) (project, user string, err error) {
	scope := tenancy.ScopeOf(ctx)
	if scope.Project == "" {
		return "", "", fault.New(fault.Invalid, "name a project: x-platform-project-id")
	}
	return scope.Project, scope.User, nil
}

// DashboardBody is a dashboard as people write it, and as files hold it.
type DashboardBody struct {
	Format      int      `json:"format,omitempty" enum:"1" default:"1" doc:"How widgets are written."`
	Name        string   `json:"name" minLength:"1" maxLength:"400"`
	Description string   `json:"description,omitempty" maxLength:"4000"`
	Folder      string   `json:"folder,omitempty" maxLength:"400"`
	Tags        []string `json:"tags,omitempty" maxItems:"20"`
	Widgets     []Widget `json:"widgets" maxItems:"50"`
}

func (b DashboardBody) content() Content {
	return Content{b.Name, b.Description, b.Folder, b.Tags, b.Widgets}
}

// DashboardSummary is a dashboard as answers list it.
type DashboardSummary struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Folder      string    `json:"folder"`
	Tags        []string  `json:"tags"`
	Count       int       `json:"widgetCount"`
	Version     int64     `json:"version" doc:"Grows with every change; a change names the one it was made to."`
	CreatedBy   string    `json:"createdBy" doc:"Id of the user."`
	CreatedAt   time.Time `json:"createdAt"`
	UpdatedBy   string    `json:"updatedBy" doc:"Id of the user."`
	UpdatedAt   time.Time `json:"updatedAt"`
}

type dashboardWire struct {
	DashboardSummary
	Format  int      `json:"format"`
	Widgets []Widget `json:"widgets"`
}

type dashboardOutput struct{ Body dashboardWire }

func outputOf(d Dashboard, err error) (*dashboardOutput, error) {
	if err != nil {
		return nil, err
	}
	return &dashboardOutput{dashboardWire{DashboardSummary(d.Summary), Format, d.Widgets}}, nil
}

type dashboardList struct {
	Body struct {
		Items []DashboardSummary `json:"items"`
	}
}

// InDashboard is embedded in the input of routes of one dashboard.
type InDashboard struct {
	Dashboard string `path:"dashboard" maxLength:"100" doc:"Id of the dashboard."`
}

const path = "/api/dashboards"

// Routes declares the endpoints of dashboards.
func (s *Service) Routes(api huma.API) {
	huma.Register(api, operation("list-dashboards", http.MethodGet, path, "List dashboards by name", readers), func(ctx context.Context, _ *struct{}) (*dashboardList, error) {
		project, _, err := place(ctx)
		if err != nil {
			return nil, err
		}
		all, err := s.List(ctx, project)
		out := &dashboardList{}
		out.Body.Items = make([]DashboardSummary, len(all))
		for i, d := range all {
			out.Body.Items[i] = DashboardSummary(d)
		}
		return out, err
	})
	create := func(another bool) func(context.Context, *struct{ Body DashboardBody }) (*dashboardOutput, error) {
		return func(ctx context.Context, in *struct{ Body DashboardBody }) (*dashboardOutput, error) {
			project, user, err := place(ctx)
			if err != nil {
				return nil, err
			}
			return outputOf(s.Create(ctx, project, user, in.Body.content(), another))
		}
	}
	huma.Register(api, operation("create-dashboard", http.MethodPost, path, "Create a dashboard", writers), create(false))
	huma.Register(api, operation("import-dashboard", http.MethodPost, path+"/import", "Create a dashboard from an exported file; a name that is taken gets a number", writers), create(true))
	s.oneRoutes(api)
	s.exportRoute(api)
}

func (s *Service) oneRoutes(api huma.API) {
	const one = path + "/{dashboard}"
	huma.Register(api, operation("get-dashboard", http.MethodGet, one, "A dashboard", readers), func(ctx context.Context, in *InDashboard) (*dashboardOutput, error) {
		project, _, err := place(ctx)
		if err != nil {
			return nil, err
		}
		return outputOf(s.Read(ctx, project, in.Dashboard))
	})
	huma.Register(api, operation("put-dashboard", http.MethodPut, one, "Replace a dashboard; 409 when somebody else did meanwhile", writers), func(ctx context.Context, in *struct {
		InDashboard
		Body struct {
			DashboardBody
			Version int64 `json:"version" minimum:"1" doc:"The version that was read."`
		}
	}) (*dashboardOutput, error) {
		project, user, err := place(ctx)
		if err != nil {
			return nil, err
		}
		return outputOf(s.Update(ctx, project, user, in.Dashboard, in.Body.Version, in.Body.content()))
	})
	huma.Register(api, operation("delete-dashboard", http.MethodDelete, one, "Delete a dashboard", writers), func(ctx context.Context, in *InDashboard) (*struct{}, error) {
		project, _, err := place(ctx)
		if err != nil {
			return nil, err
		}
		return nil, s.Delete(ctx, project, in.Dashboard)
	})
	huma.Register(api, operation("duplicate-dashboard", http.MethodPost, one+"/duplicate", "Copy a dashboard", writers), func(ctx context.Context, in *InDashboard) (*dashboardOutput, error) {
		project, user, err := place(ctx)
		if err != nil {
			return nil, err
		}
		return outputOf(s.Duplicate(ctx, project, user, in.Dashboard))
	})
}

// unsafe is what file names do not have.
var unsafe = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// exportRoute gives a dashboard as a file that can be imported again.
func (s *Service) exportRoute(api huma.API) {
	op := operation("export-dashboard", http.MethodGet, path+"/{dashboard}/export", "Export a dashboard to a file", readers)
	op.Responses = map[string]*huma.Response{"200": {Description: "The file.", Content: map[string]*huma.MediaType{"application/json": {}}}}
	huma.Register(api, op, func(ctx context.Context, in *InDashboard) (*huma.StreamResponse, error) {
		project, _, err := place(ctx)
		if err != nil {
			return nil, err
		}
		d, err := s.Read(ctx, project, in.Dashboard)
		if err != nil {
			return nil, err
		}
		content, err := json.MarshalIndent(DashboardBody{Format, d.Name, d.Description, d.Folder, d.Tags, d.Widgets}, "", "  ")
		if err != nil {
			return nil, fmt.Errorf("write dashboard: %w", err)
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			hc.SetHeader("Content-Type", "application/json")
			hc.SetHeader("Content-Disposition", `attachment; filename="`+unsafe.ReplaceAllString(d.Name, "-")+`.json"`)
			_, _ = hc.BodyWriter().Write(append(content, '\n')) // the client may be gone
		}}, nil
	})
}
