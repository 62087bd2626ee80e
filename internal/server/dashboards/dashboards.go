// Package dashboards keeps pages of widgets that people arrange: one set of
// dashboards for each project.
//
//  1. A dashboard has widgets on a grid of twelve columns; each shows queries (widget.go, query.go).
//  2. check.go refuses what cannot be drawn and names the field; formula.go reads formulas.
//  3. manage.go creates, changes, copies and imports. Who saves names the
//     version that was read, so nobody overwrites what another one saved.
//
// The browser asks the telemetry routes for what widgets show. http.go holds
// the routes. Package sqlstore implements Store; dashboardstest says how a
// Store must behave.
package dashboards

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"
	"unicode/utf8"
)

// Dashboard is a page of widgets. Its name is unique in its project.
type Dashboard struct {
	Summary
	Widgets []Widget
}

// Summary is a dashboard as lists show it.
type Summary struct {
	ID          string
	Name        string
	Description string
	Folder      string
	Tags        []string
	Count       int   // of widgets
	Version     int64 // 1 when new; grows with every change
	CreatedBy   string
	CreatedAt   time.Time
	UpdatedBy   string
	UpdatedAt   time.Time
}

// ErrChanged says that a dashboard has another version than the one that a
// change was made to.
var ErrChanged = errors.New("the dashboard was changed meanwhile")

// Store persists dashboards. What is not there, in that project, is a
// fault.NotFound; a name that is taken is a fault.Conflict.
type Store interface {
	// List returns the dashboards by name.
	List(ctx context.Context, project string) ([]Summary, error)
	Read(ctx context.Context, project, id string) (Dashboard, error)
	Create(ctx context.Context, project string, d Dashboard) error
	// Update replaces everything but id, author and creation when the stored
	// version is the one before d.Version; any other is ErrChanged.
	Update(ctx context.Context, project string, d Dashboard) error
	Delete(ctx context.Context, project, id string) error
}

// Service is everything that is done with dashboards.
type Service struct{ store Store }

// New makes the service.
func New(store Store) *Service { return &Service{store} }

func newID() string { return "dsh_" + strings.ToLower(rand.Text()) }

// now is the time as stores keep it: UTC, microseconds.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// storable reports whether every engine can keep s, or look for it.
func storable(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }
