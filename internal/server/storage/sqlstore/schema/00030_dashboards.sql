-- +goose Up
-- Tags and widgets are JSON: they are read and written with their dashboard.
CREATE TABLE dashboards (
    id           TEXT PRIMARY KEY,
    project_id   TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name         TEXT NOT NULL,
    description  TEXT NOT NULL,
    folder       TEXT NOT NULL,
    tags         TEXT NOT NULL,
    widget_count BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    created_by   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_by   TEXT NOT NULL,
    updated_at   BIGINT NOT NULL,
    widgets      TEXT NOT NULL,
    UNIQUE (project_id, name)
);

-- +goose Down
DROP TABLE dashboards;
