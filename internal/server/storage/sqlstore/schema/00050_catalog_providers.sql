-- +goose Up
-- Providers that somebody described. Settings are JSON, read and written with
-- their provider; '' says the usual ones.
CREATE TABLE catalog_providers (
    database_config_id TEXT NOT NULL REFERENCES catalogs (database_config_id) ON DELETE CASCADE,
    provider           TEXT NOT NULL,
    display_name       TEXT NOT NULL,
    description        TEXT NOT NULL,
    requires_key       BOOLEAN NOT NULL,
    settings           TEXT NOT NULL,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    PRIMARY KEY (database_config_id, provider)
);

-- +goose Down
DROP TABLE catalog_providers;
