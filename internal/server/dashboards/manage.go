package dashboards

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"platform/internal/server/fault"
)

// List returns the dashboards of a project by name.
func (s *Service) List(ctx context.Context, project string) ([]Summary, error) {
	return s.store.List(ctx, project)
}

// Read returns a dashboard.
func (s *Service) Read(ctx context.Context, project, id string) (Dashboard, error) {
	if !storable(id) {
		return Dashboard{}, fault.New(fault.NotFound, "no such dashboard")
	}
	return s.store.Read(ctx, project, id)
}

// Create makes a dashboard. With another set, a name that is taken gets a
// number.
func (s *Service) Create(ctx context.Context, project, user string, c Content, another bool) (Dashboard, error) {
	if err := c.check(); err != nil {
		return Dashboard{}, err
	}
	all, err := s.store.List(ctx, project)
	if err != nil {
		return Dashboard{}, err
	}
	if len(all) >= dashboardsLimit {
		return Dashboard{}, fault.New(fault.Conflict, "there are %d dashboards already, which is the most", dashboardsLimit)
	}
	if another {
		c.Name = freeName(c.Name, all)
	}
	d := c.dashboard()
	d.ID, d.Version, d.CreatedBy, d.CreatedAt = newID(), 1, user, now()
	d.UpdatedBy, d.UpdatedAt = user, d.CreatedAt
	return d, taken(s.store.Create(ctx, project, d))
}

func (c Content) dashboard() Dashboard {
	return Dashboard{Summary: Summary{Name: c.Name, Description: c.Description, Folder: c.Folder, Tags: append([]string{}, c.Tags...), Count: len(c.Widgets)},
		Widgets: append([]Widget{}, c.Widgets...)}
}

// freeName is name, or name with the first number that nobody has.
func freeName(name string, all []Summary) string {
	free := func(name string) bool {
		return !slices.ContainsFunc(all, func(d Summary) bool { return d.Name == name })
	}
	for n, next := 2, name; ; n++ {
		if free(next) {
			return next
		}
		suffix := fmt.Sprintf(" (%d)", n)
		base := name
		for utf8.RuneCountInString(base)+len(suffix) > 100 {
			_, size := utf8.DecodeLastRuneInString(base)
			base = base[:len(base)-size]
		}
		next = base + suffix
	}
}

// Update replaces a dashboard of which version was read.
func (s *Service) Update(ctx context.Context, project, user, id string, version int64, c Content) (Dashboard, error) {
	if err := c.check(); err != nil {
		return Dashboard{}, err
	}
	old, err := s.Read(ctx, project, id)
	if err != nil {
		return Dashboard{}, err
	}
	if old.Version != version {
		return Dashboard{}, changed(old)
	}
	d := c.dashboard()
	d.ID, d.Version, d.CreatedBy, d.CreatedAt, d.UpdatedBy, d.UpdatedAt = old.ID, version+1, old.CreatedBy, old.CreatedAt, user, now()
	err = s.store.Update(ctx, project, d)
	if errors.Is(err, ErrChanged) {
		if old, err = s.Read(ctx, project, id); err == nil {
			err = changed(old)
		}
	}
	return d, taken(err)
}

// changed tells what was saved instead.
func changed(d Dashboard) error {
	f := fault.New(fault.Conflict, "the dashboard was saved by somebody else meanwhile: it has version %d", d.Version)
	f.Errors = []fault.Detail{{Location: "body.version", Message: "is not that of the saved dashboard"}}
	return f
}

// taken says that a conflict of the store is about the name.
func taken(err error) error {
	var f *fault.Error
	if !errors.As(err, &f) || !fault.Is(err, fault.Conflict) || len(f.Errors) > 0 {
		return err
	}
	named := fault.New(fault.Conflict, "there is a dashboard of that name already")
	named.Errors = []fault.Detail{{Location: "body.name", Message: "is taken"}}
	return named
}

// Duplicate copies a dashboard.
func (s *Service) Duplicate(ctx context.Context, project, user, id string) (Dashboard, error) {
	d, err := s.Read(ctx, project, id)
	if err != nil {
		return Dashboard{}, err
	}
	return s.Create(ctx, project, user, Content{d.Name, d.Description, d.Folder, d.Tags, d.Widgets}, true)
}

// Delete removes a dashboard.
func (s *Service) Delete(ctx context.Context, project, id string) error {
	if !storable(id) {
		return fault.New(fault.NotFound, "no such dashboard")
	}
	return s.store.Delete(ctx, project, id)
}
