package tenancy

import "time"

// User is a person who signs in.
type User struct {
	ID           string
	Email        string // lower case, unique
	Name         string
	PasswordHash string // argon2id
	Epoch        int64  // sessions of an earlier epoch are void
	CreatedAt    time.Time
}

// Organisation owns projects.
type Organisation struct {
	ID        string
	Name      string
	CreatedAt time.Time
}

// Membership is an organisation as one of its members sees it.
type Membership struct {
	Organisation
	Role Role
}

// MemberOf is a user as the organisation sees them.
type MemberOf struct {
	UserID    string
	Email     string
	Name      string
	Role      Role
	CreatedAt time.Time
}

// Invitation lets its holder join an organisation.
type Invitation struct {
	ID           string
	Organisation string
	Email        string
	Role         Role
	TokenHash    []byte // SHA-256; the token itself is shown once
	InvitedBy    string
	CreatedAt    time.Time
	ExpiresAt    time.Time
}

// Project owns environments, databases, keys and telemetry.
type Project struct {
	ID           string
	Organisation string
	Name         string
	CreatedAt    time.Time
}

// Environment is a stage of a project, such as production.
type Environment struct {
	Project   string
	Name      string
	CreatedAt time.Time
}

// DatabaseConfig is a store of a project: the embedded engine or a ClickHouse
// server.
type DatabaseConfig struct {
	ID        string
	Project   string
	Name      string
	Kind      DatabaseKind
	URL       string // of a ClickHouse server; "" for the embedded engine
	Username  string
	Sealed    []byte // password, sealed; nil when there is none
	Database  string // name of the ClickHouse database
	Default   bool   // takes every signal that is not routed elsewhere
	CreatedAt time.Time
	UpdatedAt time.Time
}

// DatabaseKind says how a database is reached.
type DatabaseKind string

const (
	Embedded   DatabaseKind = "embedded"   // the deployment's own engine
	ClickHouse DatabaseKind = "clickhouse" // a server or cluster named by URL
)

// Signal is a kind of data that routing sends to a database.
type Signal string

const (
	Traces       Signal = "traces"
	Logs         Signal = "logs"
	Metrics      Signal = "metrics"
	Intelligence Signal = "intelligence" // secrets, prompts, rules, models
)

// Signals are all signals, in the order they are shown.
var Signals = []Signal{Traces, Logs, Metrics, Intelligence}

// Route sends a signal of one environment to a database.
type Route struct {
	Project        string
	Environment    string
	Signal         Signal
	DatabaseConfig string
}

// Key is an API key. The secret part is kept only as a hash.
type Key struct {
	ID             string
	Organisation   string
	Project        string
	Environment    string // "" allows every environment of the project
	DatabaseConfig string // the configuration the key is bound to
	Name           string
	Hash           []byte // SHA-256 of the whole key
	Hint           string // first and last characters, to recognise it
	Scopes         []string
	CreatedBy      string
	CreatedAt      time.Time
	ExpiresAt      *time.Time
	LastUsedAt     *time.Time
	RevokedAt      *time.Time
}
