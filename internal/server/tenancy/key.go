package tenancy

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"hash/crc32"
	"math/big"
	"slices"
	"strings"
	"time"

	"platform/internal/server/fault"
)

// A key is written plt_<id>_<secret><check>: id finds the record, secret is
// 256 random bits, and check (CRC-32 of all before it) lets a mistyped key be
// refused, and a leaked one be recognised, without asking the store. The
// alphabet survives headers, URLs and shells unescaped.
const (
	keyPrefix    = "plt"
	secretDigits = 43 // base 62 digits of 256 bits
	checkDigits  = 6  // base 62 digits of 32 bits
)

// NewKeyFor is what a caller chooses of a new key.
type NewKeyFor struct {
	Name           string
	Environment    string // "" allows every environment of the project
	DatabaseConfig string // "" binds the project's default
	Scopes         []string
	ExpiresAt      *time.Time
	CreatedBy      string
}

// CreateKey makes a key of the project and returns its secret text, which is
// never shown again.
func (s *Service) CreateKey(ctx context.Context, project string, want NewKeyFor) (Key, string, error) {
	p, err := s.store.Project(ctx, project)
	if err != nil {
		return Key{}, "", err
	}
	if want.Name, err = checkName(want.Name); err != nil {
		return Key{}, "", err
	}
	if want.Environment != "" {
		if err := s.checkEnvironment(ctx, project, want.Environment); err != nil {
			return Key{}, "", err
		}
	}
	database, err := s.bindable(ctx, project, want.DatabaseConfig)
	if err != nil {
		return Key{}, "", err
	}
	if len(want.Scopes) == 0 {
		want.Scopes = []string{ScopeAll}
	}
	for _, scope := range want.Scopes {
		if !slices.Contains(KeyScopes, scope) {
			return Key{}, "", fault.New(fault.Invalid, "no scope %q: choose from %s", scope, strings.Join(KeyScopes, ", "))
		}
	}
	if want.ExpiresAt != nil && !want.ExpiresAt.After(time.Now()) {
		return Key{}, "", fault.New(fault.Invalid, "the expiry lies in the past")
	}
	id, text := newKeyText()
	key := Key{ID: id, Organisation: p.Organisation, Project: project, Environment: want.Environment, DatabaseConfig: database,
		Name: want.Name, Hash: hashKey(text), Hint: text[:8] + "…" + text[len(text)-4:], Scopes: want.Scopes,
		CreatedBy: want.CreatedBy, CreatedAt: now(), ExpiresAt: want.ExpiresAt}
	if err := s.store.CreateKey(ctx, key); err != nil {
		return Key{}, "", err
	}
	return key, text, nil
}

// bindable returns the database configuration a key is bound to: the wanted
// one when it is of the project, the project's default when none is wanted.
func (s *Service) bindable(ctx context.Context, project, want string) (string, error) {
	databases, err := s.store.Databases(ctx, project)
	if err != nil {
		return "", err
	}
	for _, d := range databases {
		if d.ID == want || want == "" && d.Default {
			return d.ID, nil
		}
	}
	if want == "" {
		return "", nil
	}
	return "", fault.New(fault.NotFound, "the project has no database configuration %q", want)
}

// ProjectKeys lists the keys of a project, revoked ones too.
func (s *Service) ProjectKeys(ctx context.Context, project string) ([]Key, error) {
	return s.store.Keys(ctx, project)
}

// RevokeKey makes a key useless at once.
func (s *Service) RevokeKey(ctx context.Context, project, id string) error {
	if err := s.store.RevokeKey(ctx, project, id, now()); err != nil {
		return err
	}
	s.keys.forget(id)
	return nil
}

func newKeyText() (id, text string) {
	id = newID("key")
	secret := make([]byte, 32)
	rand.Read(secret)
	body := keyPrefix + strings.TrimPrefix(id, "key") + "_" + base62(new(big.Int).SetBytes(secret), secretDigits)
	return id, body + checkOf(body)
}

// parseKeyText returns the id of the record that a key names, or says that it
// cannot be a key.
func parseKeyText(text string) (id string, ok bool) {
	if len(text) > 200 || len(text) <= checkDigits {
		return "", false
	}
	body, check := text[:len(text)-checkDigits], text[len(text)-checkDigits:]
	if checkOf(body) != check {
		return "", false
	}
	parts := strings.Split(body, "_")
	if len(parts) != 3 || parts[0] != keyPrefix || len(parts[2]) != secretDigits {
		return "", false
	}
	return "key_" + parts[1], true
}

func hashKey(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// checkOf is the CRC-32 of body in base 62. It is computed for every request
// with a key.
func checkOf(body string) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var text [checkDigits]byte
	n := crc32.ChecksumIEEE([]byte(body))
	for i := range text {
		text[checkDigits-1-i] = digits[n%62]
		n /= 62
	}
	return string(text[:])
}

// base62 writes n with exactly digits digits.
func base62(n *big.Int, digits int) string {
	s := n.Text(62)
	return strings.Repeat("0", digits-len(s)) + s
}
