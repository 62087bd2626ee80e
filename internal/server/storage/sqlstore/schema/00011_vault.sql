-- +goose Up
CREATE TABLE vault_keys (
    id                 TEXT PRIMARY KEY,
    database_config_id TEXT NOT NULL REFERENCES database_configs (id) ON DELETE CASCADE,
    number             BIGINT NOT NULL,
    sealed             BYTEA NOT NULL,
    created_at         BIGINT NOT NULL,
    UNIQUE (database_config_id, number)
);

CREATE TABLE vault_secrets (
    id                 TEXT PRIMARY KEY,
    database_config_id TEXT NOT NULL REFERENCES database_configs (id) ON DELETE CASCADE,
    name               TEXT NOT NULL,
    version            BIGINT NOT NULL,
    created_at         BIGINT NOT NULL,
    created_by         TEXT NOT NULL,
    updated_at         BIGINT NOT NULL,
    updated_by         TEXT NOT NULL,
    UNIQUE (database_config_id, name)
);

CREATE TABLE vault_tags (
    secret_id TEXT NOT NULL REFERENCES vault_secrets (id) ON DELETE CASCADE,
    tag       TEXT NOT NULL,
    PRIMARY KEY (secret_id, tag)
);

-- A key that still seals a version cannot be deleted. That is checked at the
-- end of a transaction: a database configuration takes both with it.
CREATE TABLE vault_versions (
    secret_id     TEXT NOT NULL REFERENCES vault_secrets (id) ON DELETE CASCADE,
    number        BIGINT NOT NULL,
    key_id        TEXT NOT NULL REFERENCES vault_keys (id) DEFERRABLE INITIALLY DEFERRED,
    sealed        BYTEA NOT NULL,
    created_at    BIGINT NOT NULL,
    created_by    TEXT NOT NULL,
    restored_from BIGINT,
    PRIMARY KEY (secret_id, number)
);
CREATE INDEX vault_versions_by_key ON vault_versions (key_id);

-- Many reads are of the same names: a set of names is kept once.
CREATE TABLE vault_name_sets (
    id                 TEXT PRIMARY KEY,
    database_config_id TEXT NOT NULL REFERENCES database_configs (id) ON DELETE CASCADE,
    names              TEXT NOT NULL,
    read_at            BIGINT
);
CREATE INDEX vault_name_sets_by_config ON vault_name_sets (database_config_id);

CREATE TABLE vault_names (
    set_id TEXT NOT NULL REFERENCES vault_name_sets (id) ON DELETE CASCADE,
    name   TEXT NOT NULL,
    PRIMARY KEY (set_id, name)
);
CREATE INDEX vault_names_by_name ON vault_names (name);

CREATE TABLE vault_events (
    id                 TEXT PRIMARY KEY,
    database_config_id TEXT NOT NULL REFERENCES database_configs (id) ON DELETE CASCADE,
    at                 BIGINT NOT NULL,
    action             TEXT NOT NULL,
    key_id             TEXT NOT NULL,
    user_id            TEXT NOT NULL,
    address            TEXT NOT NULL,
    source             TEXT NOT NULL,
    set_id             TEXT NOT NULL REFERENCES vault_name_sets (id)
);
CREATE INDEX vault_events_by_config ON vault_events (database_config_id, at);
CREATE INDEX vault_events_by_set ON vault_events (set_id, at);
CREATE INDEX vault_events_by_time ON vault_events (at);

-- +goose Down
DROP TABLE vault_events;
DROP TABLE vault_names;
DROP TABLE vault_name_sets;
DROP TABLE vault_versions;
DROP TABLE vault_tags;
DROP TABLE vault_secrets;
DROP TABLE vault_keys;
