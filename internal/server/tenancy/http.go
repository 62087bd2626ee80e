package tenancy

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
)

// Routes declares tenancy's endpoints.
func (s *Service) Routes(api huma.API) {
	s.sessionRoutes(api)
	s.organisationRoutes(api)
	s.memberRoutes(api)
	s.projectRoutes(api)
	s.databaseRoutes(api)
	s.keyRoutes(api)
}

// The classes of the management routes. Keys do not manage: a leaked key must
// not be able to make others.
var (
	anyone  = httpapi.Session()
	members = httpapi.Session(string(Member))
	admins  = httpapi.Session(string(Admin))
	owners  = httpapi.Session(string(Owner))
)

func operation(tag, id, method, path, summary string, security httpapi.Security) huma.Operation {
	op := huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Security: security, Tags: []string{tag},
		MaxBodyBytes: 64 << 10}
	if method == http.MethodPost {
		op.DefaultStatus = http.StatusCreated
	}
	return op
}

// list is an answer that holds many of one kind.
type list[T any] struct {
	Body struct {
		Items []T `json:"items"`
	}
}

// listOf converts records to their wire form.
func listOf[R, T any](records []R, wire func(R) T) *list[T] {
	out := &list[T]{}
	out.Body.Items = make([]T, len(records))
	for i, r := range records {
		out.Body.Items[i] = wire(r)
	}
	return out
}

// one is an answer that holds a single thing.
type one[T any] struct{ Body T }

// named is a body that holds only a name.
type named struct {
	Name string `json:"name" minLength:"1" maxLength:"100" doc:"Name, as people see it."`
}
