-- +goose Up
CREATE TABLE catalogs (
    database_config_id TEXT PRIMARY KEY REFERENCES database_configs (id) ON DELETE CASCADE,
    revision           BIGINT NOT NULL
);

CREATE TABLE catalog_models (
    database_config_id TEXT NOT NULL REFERENCES catalogs (database_config_id) ON DELETE CASCADE,
    provider           TEXT NOT NULL,
    model_id           TEXT NOT NULL,
    id                 TEXT NOT NULL UNIQUE,
    display_name       TEXT NOT NULL,
    model_type         TEXT NOT NULL,
    context_window     BIGINT NOT NULL,
    capabilities       TEXT NOT NULL,
    is_default         BOOLEAN NOT NULL,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    PRIMARY KEY (database_config_id, provider, model_id)
);

-- Prices outlive their model: what was used before still costs the same. A
-- period without prices says that the model was removed.
CREATE TABLE catalog_prices (
    database_config_id TEXT NOT NULL REFERENCES catalogs (database_config_id) ON DELETE CASCADE,
    provider           TEXT NOT NULL,
    model_id           TEXT NOT NULL,
    effective_from     BIGINT NOT NULL,
    input              DOUBLE PRECISION,
    output             DOUBLE PRECISION,
    cache_read         DOUBLE PRECISION,
    cache_creation     DOUBLE PRECISION,
    PRIMARY KEY (database_config_id, provider, model_id, effective_from)
);

-- +goose Down
DROP TABLE catalog_prices;
DROP TABLE catalog_models;
DROP TABLE catalogs;
