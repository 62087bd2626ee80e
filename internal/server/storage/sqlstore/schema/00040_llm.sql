-- +goose Up
CREATE TABLE llm_connections (
    id                 TEXT PRIMARY KEY,
    database_config_id TEXT NOT NULL REFERENCES database_configs (id) ON DELETE CASCADE,
    name               TEXT NOT NULL,
    provider           TEXT NOT NULL,
    model              TEXT NOT NULL,
    base_url           TEXT NOT NULL,
    secret             TEXT NOT NULL, -- the name of one, never its value
    timeout_ms         BIGINT NOT NULL,
    max_tokens         BIGINT NOT NULL,
    created_by         TEXT NOT NULL,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    UNIQUE (database_config_id, name)
);

-- One connection serves a use.
CREATE TABLE llm_uses (
    database_config_id TEXT NOT NULL REFERENCES database_configs (id) ON DELETE CASCADE,
    use_name           TEXT NOT NULL,
    connection_id      TEXT NOT NULL REFERENCES llm_connections (id) ON DELETE CASCADE,
    PRIMARY KEY (database_config_id, use_name)
);

-- +goose Down
DROP TABLE llm_uses;
DROP TABLE llm_connections;
