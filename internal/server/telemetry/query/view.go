// Package query is the vocabulary of telemetry queries: whose telemetry, of what
// time, by which filters, and which page of it.
package query

import (
	"context"
	"sync"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/tenancy"
)

// View is the part of the telemetry that a request may see.
type View struct {
	Target tenancy.Target // database of the signal
	// Hidden are the project's other environments: rows that name one of them
	// are left out. Rows that name none, or one that the project does not have,
	// are seen in all environments, so that nothing stored can be out of reach.
	Hidden []string
}

// Router says which database a signal of a scope lives in.
type Router interface {
	Route(ctx context.Context, scope tenancy.Scope, signal tenancy.Signal) (tenancy.Target, error)
}

// Environments lists the environments of projects.
type Environments interface {
	Environments(ctx context.Context, project string) ([]tenancy.Environment, error)
}

// Views finds what a request may see.
type Views struct {
	router       Router
	environments Environments

	mu   sync.Mutex
	kept map[string]kept
}

type kept struct {
	names []string
	read  time.Time
}

// How long the list of a project's environments is taken for unchanged, and
// how many lists are kept.
const (
	fresh     = 10 * time.Second
	listsKept = 10_000
)

// NewViews makes Views.
func NewViews(r Router, e Environments) *Views {
	return &Views{router: r, environments: e, kept: map[string]kept{}}
}

// Of returns what the request of ctx may see of a signal.
func (v *Views) Of(ctx context.Context, signal tenancy.Signal) (View, error) {
	scope := tenancy.ScopeOf(ctx)
	if scope.Project == "" {
		return View{}, fault.New(fault.Invalid, "name a project: x-platform-project-id")
	}
	target, err := v.router.Route(ctx, scope, signal)
	if err != nil {
		return View{}, err
	}
	names, err := v.names(ctx, scope.Project)
	if err != nil {
		return View{}, err
	}
	view := View{Target: target}
	for _, name := range names {
		if name != scope.Environment {
			view.Hidden = append(view.Hidden, name)
		}
	}
	return view, nil
}

func (v *Views) names(ctx context.Context, project string) ([]string, error) {
	v.mu.Lock()
	k, ok := v.kept[project]
	v.mu.Unlock()
	if ok && time.Since(k.read) < fresh {
		return k.names, nil
	}
	all, err := v.environments.Environments(ctx, project)
	if err != nil {
		return nil, err
	}
	k = kept{read: time.Now()}
	for _, e := range all {
		k.names = append(k.names, e.Name)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.kept) >= listsKept {
		clear(v.kept)
	}
	v.kept[project] = k
	return k.names, nil
}
