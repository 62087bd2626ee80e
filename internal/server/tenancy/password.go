package tenancy

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"

	"platform/internal/server/fault"
)

// The cost of a password: 19 MiB, twice through, one thread. Three at a time
// bound the memory that a flood of sign-ins can take.
const (
	passwordMemory  = 19 * 1024 // KiB
	hashesAtOnce    = 3
	waitForHash     = 5 * time.Second
	minPassword     = 12 // characters
	maxPasswordSize = 1024
)

// hasher computes few password hashes at a time.
type hasher struct {
	slots  chan struct{}
	params *argon2id.Params
	decoy  string // compared with when there is no such user
}

func newHasher(memory uint32) *hasher {
	params := &argon2id.Params{Memory: memory, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}
	decoy, err := argon2id.CreateHash("", params)
	if err != nil {
		panic(fmt.Sprintf("tenancy: hash: %v", err)) // the random source failed
	}
	return &hasher{slots: make(chan struct{}, hashesAtOnce), params: params, decoy: decoy}
}

func (h *hasher) acquire(ctx context.Context) error {
	wait := time.NewTimer(waitForHash)
	defer wait.Stop()
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-wait.C:
		return fault.New(fault.Unavailable, "too many people are signing in at this moment").After(5 * time.Second)
	}
}

func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	if err := checkPassword(password); err != nil {
		return "", err
	}
	if err := h.acquire(ctx); err != nil {
		return "", err
	}
	defer func() { <-h.slots }()
	hash, err := argon2id.CreateHash(password, h.params)
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return hash, nil
}

// matches compares a password with a hash; an empty hash costs the same and
// never matches.
func (h *hasher) matches(ctx context.Context, password, hash string) (bool, error) {
	if len(password) > maxPasswordSize {
		return false, nil
	}
	if err := h.acquire(ctx); err != nil {
		return false, err
	}
	defer func() { <-h.slots }()
	if hash == "" {
		_, _ = argon2id.ComparePasswordAndHash(password, h.decoy)
		return false, nil
	}
	ok, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		return false, fmt.Errorf("compare password: %w", err)
	}
	return ok, nil
}

func checkPassword(password string) error {
	switch {
	case utf8.RuneCountInString(password) < minPassword:
		return fault.New(fault.Invalid, "a password has at least %d characters", minPassword)
	case len(password) > maxPasswordSize:
		return fault.New(fault.Invalid, "a password has at most %d bytes", maxPasswordSize)
	}
	return nil
}

// normalEmail is the form in which addresses are kept and compared.
func normalEmail(email string) (string, error) {
	email = strings.ToLower(strings.TrimSpace(email))
	local, domain, ok := strings.Cut(email, "@")
	if !ok || local == "" || domain == "" || len(email) > 254 || strings.ContainsAny(email, " \t\r\n<>,;\"") || strings.Contains(domain, "@") {
		return "", fault.New(fault.Invalid, "not an e-mail address")
	}
	return email, nil
}
