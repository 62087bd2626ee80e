-- +goose Up
CREATE TABLE prompts (
    id                 TEXT PRIMARY KEY,
    database_config_id TEXT NOT NULL REFERENCES database_configs (id) ON DELETE CASCADE,
    name               TEXT NOT NULL,
    created_by         TEXT NOT NULL,
    created_at         BIGINT NOT NULL,
    UNIQUE (database_config_id, name)
);

-- A draft has no number.
CREATE TABLE prompt_versions (
    id           TEXT PRIMARY KEY,
    prompt_id    TEXT NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    major        BIGINT,
    minor        BIGINT,
    patch        BIGINT,
    content      TEXT NOT NULL,
    tags         TEXT NOT NULL,
    meta         TEXT NOT NULL,
    created_by   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    published_at BIGINT,
    UNIQUE (prompt_id, major, minor, patch)
);
CREATE UNIQUE INDEX prompt_versions_one_draft ON prompt_versions (prompt_id) WHERE major IS NULL;

CREATE TABLE prompt_uses (
    version_id TEXT NOT NULL REFERENCES prompt_versions (id) ON DELETE CASCADE,
    day        BIGINT NOT NULL,
    key_id     TEXT NOT NULL,
    source     TEXT NOT NULL,
    uses       BIGINT NOT NULL,
    PRIMARY KEY (version_id, day, key_id, source)
);

-- +goose Down
DROP TABLE prompt_uses;
DROP TABLE prompt_versions;
DROP TABLE prompts;
