-- Types are those that SQLite and PostgreSQL both take: times are BIGINT
-- microseconds since 1970, and BYTEA holds bytes.

-- +goose Up
CREATE TABLE users (
    id            TEXT PRIMARY KEY,
    email         TEXT NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    epoch         BIGINT NOT NULL,
    created_at    BIGINT NOT NULL
);

CREATE TABLE organisations (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE members (
    organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
    user_id         TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role            TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (organisation_id, user_id)
);
CREATE INDEX members_by_user ON members (user_id);

CREATE TABLE invitations (
    id              TEXT PRIMARY KEY,
    organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
    email           TEXT NOT NULL,
    role            TEXT NOT NULL,
    token_hash      BYTEA NOT NULL UNIQUE,
    invited_by      TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL
);
CREATE INDEX invitations_by_organisation ON invitations (organisation_id);

CREATE TABLE projects (
    id              TEXT PRIMARY KEY,
    organisation_id TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
    name            TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    UNIQUE (organisation_id, name)
);

CREATE TABLE environments (
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (project_id, name)
);

CREATE TABLE database_configs (
    id            TEXT PRIMARY KEY,
    project_id    TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name          TEXT NOT NULL,
    kind          TEXT NOT NULL,
    url           TEXT NOT NULL,
    username      TEXT NOT NULL,
    sealed        BYTEA,
    database_name TEXT NOT NULL,
    is_default    BOOLEAN NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    UNIQUE (project_id, name)
);
CREATE UNIQUE INDEX database_configs_one_default ON database_configs (project_id) WHERE is_default;

CREATE TABLE routes (
    project_id         TEXT NOT NULL,
    environment        TEXT NOT NULL,
    signal             TEXT NOT NULL,
    database_config_id TEXT NOT NULL REFERENCES database_configs (id) ON DELETE CASCADE,
    PRIMARY KEY (project_id, environment, signal),
    FOREIGN KEY (project_id, environment) REFERENCES environments (project_id, name) ON DELETE CASCADE
);
CREATE INDEX routes_by_config ON routes (database_config_id);

CREATE TABLE api_keys (
    id                 TEXT PRIMARY KEY,
    organisation_id    TEXT NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
    project_id         TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    environment        TEXT NOT NULL,
    database_config_id TEXT NOT NULL,
    name               TEXT NOT NULL,
    hash               BYTEA NOT NULL,
    hint               TEXT NOT NULL,
    scopes             TEXT NOT NULL,
    created_by         TEXT NOT NULL,
    created_at         BIGINT NOT NULL,
    expires_at         BIGINT,
    last_used_at       BIGINT,
    revoked_at         BIGINT
);
CREATE INDEX api_keys_by_project ON api_keys (project_id);
CREATE INDEX api_keys_by_organisation ON api_keys (organisation_id);

CREATE TABLE sessions (
    token      TEXT PRIMARY KEY,
    data       BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- +goose Down
DROP TABLE sessions;
DROP TABLE api_keys;
DROP TABLE routes;
DROP TABLE database_configs;
DROP TABLE environments;
DROP TABLE projects;
DROP TABLE invitations;
DROP TABLE members;
DROP TABLE organisations;
DROP TABLE users;
