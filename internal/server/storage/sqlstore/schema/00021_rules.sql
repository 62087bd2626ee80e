-- +goose Up
-- The revision grows with every change of a rule of the database.
CREATE TABLE rule_sets (
    database_config_id TEXT PRIMARY KEY REFERENCES database_configs (id) ON DELETE CASCADE,
    revision           BIGINT NOT NULL
);

-- Conditions and entities are JSON: they are read and written with their rule.
CREATE TABLE rules (
    id                 TEXT PRIMARY KEY,
    database_config_id TEXT NOT NULL REFERENCES rule_sets (database_config_id) ON DELETE CASCADE,
    name               TEXT NOT NULL,
    description        TEXT NOT NULL,
    active             BOOLEAN NOT NULL,
    group_operator     TEXT NOT NULL,
    condition_groups   TEXT NOT NULL,
    entities           TEXT NOT NULL,
    created_by         TEXT NOT NULL,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    UNIQUE (database_config_id, name)
);

CREATE TABLE contexts (
    id                 TEXT PRIMARY KEY,
    database_config_id TEXT NOT NULL REFERENCES database_configs (id) ON DELETE CASCADE,
    name               TEXT NOT NULL,
    description        TEXT NOT NULL,
    content            TEXT NOT NULL,
    tags               TEXT NOT NULL,
    meta               TEXT NOT NULL,
    created_by         TEXT NOT NULL,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    UNIQUE (database_config_id, name)
);

-- +goose Down
DROP TABLE contexts;
DROP TABLE rules;
DROP TABLE rule_sets;
