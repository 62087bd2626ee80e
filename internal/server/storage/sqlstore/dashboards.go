package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"platform/internal/server/dashboards"
)

// Dashboards returns the store of package dashboards.
func (db *DB) Dashboards() dashboards.Store {
	return &dashboardStore{runner{db.sql, db.dialect}, db}
}

type dashboardStore struct {
	run runner
	db  *DB
}

const (
	noDashboard      = "such dashboard"
	dashboardColumns = "id, name, description, folder, tags, widget_count, version, created_by, created_at, updated_by, updated_at"
)

// scanSummary reads the columns of a summary, and those that follow into more.
func scanSummary(scan func(...any) error, more ...any) (d dashboards.Summary, err error) {
	var tags string
	var created, updated int64
	into := []any{&d.ID, &d.Name, &d.Description, &d.Folder, &tags, &d.Count, &d.Version, &d.CreatedBy, &created, &d.UpdatedBy, &updated}
	if err := scan(append(into, more...)...); err != nil {
		return d, err
	}
	d.CreatedAt, d.UpdatedAt = timeOf(created), timeOf(updated)
	if err := json.Unmarshal([]byte(tags), &d.Tags); err != nil {
		return d, fmt.Errorf("read tags of %s: %w", d.ID, err)
	}
	return d, nil
}

func scanDashboard(scan func(...any) error) (d dashboards.Dashboard, err error) {
	var widgets string
	if d.Summary, err = scanSummary(scan, &widgets); err != nil {
		return d, err
	}
	if err := json.Unmarshal([]byte(widgets), &d.Widgets); err != nil {
		return d, fmt.Errorf("read widgets of %s: %w", d.ID, err)
	}
	return d, nil
}

func (s *dashboardStore) List(ctx context.Context, project string) ([]dashboards.Summary, error) {
	all, err := many(ctx, s.run, func(scan func(...any) error) (dashboards.Summary, error) { return scanSummary(scan) },
		"SELECT "+dashboardColumns+" FROM dashboards WHERE project_id = ?", project)
	slices.SortFunc(all, func(a, b dashboards.Summary) int { return strings.Compare(a.Name, b.Name) }) // the same on both engines
	return all, err
}

func (s *dashboardStore) Read(ctx context.Context, project, id string) (dashboards.Dashboard, error) {
	return single(ctx, s.run, noDashboard, scanDashboard, "SELECT "+dashboardColumns+", widgets FROM dashboards WHERE project_id = ? AND id = ?", project, id)
}

// dashboardParts are the JSON columns of a dashboard.
func dashboardParts(d dashboards.Dashboard) (tags, widgets string, err error) {
	if tags, err = listText(d.Tags); err != nil {
		return "", "", err
	}
	raw, err := json.Marshal(append([]dashboards.Widget{}, d.Widgets...))
	if err != nil {
		return "", "", fmt.Errorf("write widgets: %w", err)
	}
	return tags, string(raw), nil
}

func (s *dashboardStore) Create(ctx context.Context, project string, d dashboards.Dashboard) error {
	tags, widgets, err := dashboardParts(d)
	if err != nil {
		return err
	}
	_, err = s.run.exec(ctx, "INSERT INTO dashboards (project_id, "+dashboardColumns+", widgets) VALUES "+values(1, 13),
		project, d.ID, d.Name, d.Description, d.Folder, tags, d.Count, d.Version, d.CreatedBy, micros(d.CreatedAt), d.UpdatedBy, micros(d.UpdatedAt), widgets)
	return err
}

func (s *dashboardStore) Update(ctx context.Context, project string, d dashboards.Dashboard) error {
	tags, widgets, err := dashboardParts(d)
	if err != nil {
		return err
	}
	return s.db.atomically(ctx, func(run runner) error {
		version, err := single(ctx, run, noDashboard, scanValue[int64], "SELECT version FROM dashboards WHERE project_id = ? AND id = ?", project, d.ID)
		if err != nil {
			return err
		}
		if version != d.Version-1 {
			return dashboards.ErrChanged
		}
		// Named once more: what others commit in between must not be lost.
		n, err := run.exec(ctx, `UPDATE dashboards SET name = ?, description = ?, folder = ?, tags = ?, widget_count = ?, version = ?, updated_by = ?, updated_at = ?, widgets = ?
			WHERE project_id = ? AND id = ? AND version = ?`,
			d.Name, d.Description, d.Folder, tags, d.Count, d.Version, d.UpdatedBy, micros(d.UpdatedAt), widgets, project, d.ID, version)
		if err == nil && n == 0 {
			return dashboards.ErrChanged
		}
		return err
	})
}

func (s *dashboardStore) Delete(ctx context.Context, project, id string) error {
	return s.run.must(ctx, noDashboard, "DELETE FROM dashboards WHERE project_id = ? AND id = ?", project, id)
}
