-- What holds for the whole deployment, such as the proof of its master key.

-- +goose Up
CREATE TABLE deployment (
    name  TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);

-- +goose Down
DROP TABLE deployment;
