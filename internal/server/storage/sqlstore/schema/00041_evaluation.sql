-- +goose Up
-- Of built-in types only enabled and threshold count.
CREATE TABLE evaluation_types (
    database_config_id TEXT NOT NULL REFERENCES database_configs (id) ON DELETE CASCADE,
    id                 TEXT NOT NULL,
    label              TEXT NOT NULL,
    description        TEXT NOT NULL,
    prompt             TEXT NOT NULL,
    enabled            BOOLEAN NOT NULL,
    threshold          DOUBLE PRECISION,
    PRIMARY KEY (database_config_id, id)
);

-- Verdicts and metadata are JSON: they are read and written with their run.
CREATE TABLE evaluation_runs (
    id                 TEXT PRIMARY KEY,
    database_config_id TEXT NOT NULL REFERENCES database_configs (id) ON DELETE CASCADE,
    name               TEXT NOT NULL,
    at                 BIGINT NOT NULL,
    key_id             TEXT NOT NULL,
    user_id            TEXT NOT NULL,
    provider           TEXT NOT NULL,
    model              TEXT NOT NULL,
    input_tokens       BIGINT NOT NULL,
    output_tokens      BIGINT NOT NULL,
    cache_read_tokens  BIGINT NOT NULL,
    cache_write_tokens BIGINT NOT NULL,
    cost               DOUBLE PRECISION,
    took_ms            BIGINT NOT NULL,
    prompt             TEXT NOT NULL,
    response           TEXT NOT NULL,
    contexts           BIGINT NOT NULL,
    failed             BOOLEAN NOT NULL,
    verdicts           TEXT NOT NULL,
    metadata           TEXT NOT NULL
);
CREATE INDEX evaluation_runs_by_config ON evaluation_runs (database_config_id, at);
CREATE INDEX evaluation_runs_by_time ON evaluation_runs (at);

-- +goose Down
DROP TABLE evaluation_runs;
DROP TABLE evaluation_types;
