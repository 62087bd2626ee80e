package httpapi

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"platform/internal/httpx"
	"platform/internal/server/fault"
)

// Request is all that a request says about itself which any rule of access
// may look at. Empty means not said.
type Request struct {
	Access Access // the class of the route

	Bearer  string // API key; set only where the route accepts one
	Session string // cookie; set only where the route accepts one and no key was sent

	Organisation   string // of the path or the header
	Project        string // of the path or the header
	Environment    string // of the header
	DatabaseConfig string // of the header; only on SDK-facing routes
	InPath         bool   // organisation or project are part of the path

	ClientIP string
}

// Names of the path parameters that choose a tenant.
const (
	OrganisationParam = "organisation"
	ProjectParam      = "project"
)

// InOrganisation is embedded in the input of routes below an organisation.
type InOrganisation struct {
	Organisation string `path:"organisation" maxLength:"100" doc:"Id of the organisation."`
}

// InProject is embedded in the input of routes below a project.
type InProject struct {
	Project string `path:"project" maxLength:"100" doc:"Id of the project."`
}

func pathScoped(path string) bool {
	return strings.Contains(path, "{"+OrganisationParam+"}") || strings.Contains(path, "{"+ProjectParam+"}")
}

// guard lets a request through to its handler with its scope in the context,
// or answers why not.
func (a *API) guard(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	op := ctx.Operation()
	rec := recordOf(r.Context())
	rec.route = op.Path

	request, err := a.admit(ctx, r)
	if err != nil {
		a.refuse(ctx, err)
		return
	}
	resolved, err := a.resolver.Resolve(ctx.Context(), request)
	if err != nil {
		a.refuse(ctx, err)
		return
	}
	rec.principal = resolved.Principal
	if resolved.DatabaseConfig != "" {
		r.Header.Set(headerInjected, resolved.DatabaseConfig)
	}
	if request.Access.SDK && r.Header.Get("Content-Type") != "" {
		r.Header.Set("Content-Type", "application/json") // whatever the SDK says it is
	}
	limit := timeLimit(op)
	scoped, cancel := context.WithTimeout(resolved.Context, limit)
	defer cancel()
	// The answer must be taken by the client soon after the handler's limit.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(limit + 10*time.Second))
	next(huma.WithContext(ctx, scoped))
}

// admit checks what can be checked without knowing any tenant.
func (a *API) admit(ctx huma.Context, r *http.Request) (Request, error) {
	access, declared := accessTo(ctx.Operation())
	if !declared {
		return Request{}, fault.New(fault.Forbidden, "this endpoint is open to nobody")
	}
	if ctx.Operation().Metadata[crossOriginMark] != nil {
		if err := a.origins.check(r); err != nil {
			return Request{}, err
		}
	}
	req := Request{Access: access, ClientIP: recordOf(r.Context()).client}
	if config := r.Header.Get(headerDatabaseConfig); config != "" && !access.Public {
		if !access.SDK {
			return Request{}, fault.New(fault.Invalid,
				"%s must not be sent to this endpoint: send %s and %s, and signal routing chooses the database", headerDatabaseConfig, headerProject, headerEnvironment)
		}
		req.DatabaseConfig = config
	}
	if err := a.credentials(&req, r); err != nil {
		return Request{}, err
	}
	req.Organisation, req.Project = ctx.Param(OrganisationParam), ctx.Param(ProjectParam)
	req.InPath = req.Organisation != "" || req.Project != ""
	if !req.InPath {
		req.Organisation, req.Project = r.Header.Get(headerOrganisation), r.Header.Get(headerProject)
	}
	req.Environment = r.Header.Get(headerEnvironment)
	return req, nil
}

// credentials picks the one credential that counts. A key that the route
// accepts wins over a cookie. Whatever rides on a cookie, or needs nothing,
// must come from our own pages when it changes something.
func (a *API) credentials(req *Request, r *http.Request) error {
	bearer := httpx.Bearer(r.Header.Get("Authorization"))
	if req.Access.Key && bearer != "" {
		req.Bearer = bearer
		return nil
	}
	if err := a.csrf.Check(r); err != nil {
		return fault.New(fault.Forbidden, "requests from other sites are refused").Because(err)
	}
	if cookie, err := r.Cookie(a.cfg.SessionCookie); err == nil && (req.Access.Session || req.Access.Public) {
		req.Session = cookie.Value
	}
	switch {
	case req.Access.Public || req.Session != "":
		return nil
	case bearer != "":
		return fault.New(fault.Forbidden, "API keys are not accepted here: sign in")
	case !req.Access.Session:
		return fault.New(fault.Unauthenticated, "send an API key: Authorization: Bearer <key>")
	case !req.Access.Key:
		return fault.New(fault.Unauthenticated, "sign in first")
	}
	return fault.New(fault.Unauthenticated, "sign in, or send an API key: Authorization: Bearer <key>")
}

const timeLimitMark = "time limit"

// TimeLimit lets op run for d instead of the usual half minute.
func TimeLimit(op huma.Operation, d time.Duration) huma.Operation { return mark(op, timeLimitMark, d) }

func timeLimit(op *huma.Operation) time.Duration {
	if d, ok := op.Metadata[timeLimitMark].(time.Duration); ok {
		return d
	}
	return 30 * time.Second
}

func mark(op huma.Operation, key string, value any) huma.Operation {
	metadata := map[string]any{key: value}
	for k, v := range op.Metadata {
		metadata[k] = v
	}
	op.Metadata = metadata
	return op
}
