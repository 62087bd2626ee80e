package vault

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"platform/internal/server/fault"
)

const (
	valueLimit   = 64 << 10 // bytes of a value
	tagLimit     = 50       // of a secret, and characters of each times two
	secretsLimit = 10_000   // in a vault
	versionsKept = 50
)

// name is what an environment variable could be called, and a little more.
var name = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]{0,199}$`)

// Create adds a secret. The caller erases value.
func (s *Service) Create(ctx context.Context, database, secretName string, value []byte, tags []string, by Caller) (Secret, error) {
	if err := place(database); err != nil {
		return Secret{}, err
	}
	if !name.MatchString(secretName) {
		return Secret{}, wrong("key", "a name begins with a letter or underscore and has up to 200 letters, digits, underscores, dots and hyphens")
	}
	tags, err := checkTags(tags)
	if err != nil {
		return Secret{}, err
	}
	if err := checkValue(value); err != nil {
		return Secret{}, err
	}
	there, err := s.store.CountSecrets(ctx, database)
	if err != nil {
		return Secret{}, err
	}
	if there >= secretsLimit {
		return Secret{}, fault.New(fault.Invalid, "a vault holds at most %d secrets", secretsLimit)
	}
	at := now()
	secret := Secret{ID: newID("sec"), Database: database, Name: secretName, Tags: tags, Version: 1,
		CreatedAt: at, CreatedBy: by.id(), UpdatedAt: at, UpdatedBy: by.id()}
	err = s.sealed(ctx, secret, value, func(v Version) error {
		err := s.store.CreateSecret(ctx, secret, v)
		if fault.Is(err, fault.Conflict) {
			return fault.New(fault.Conflict, "there is a secret %q already", secretName)
		}
		return err
	})
	if err != nil {
		return Secret{}, err
	}
	return secret, s.journal.write(ctx, Event{Database: database, Action: Create, Caller: by, Names: []string{secretName}})
}

// sealed seals value as the version that secret names and hands it to keep.
// When a rotation removed the key meanwhile, it is sealed again with the new one.
func (s *Service) sealed(ctx context.Context, secret Secret, value []byte, keep func(Version) error) error {
	for try := 0; ; try++ {
		v := Version{Secret: secret.ID, Number: secret.Version, CreatedAt: secret.UpdatedAt, CreatedBy: secret.UpdatedBy}
		var err error
		if v.Key, v.Sealed, err = s.sealValue(ctx, secret.Database, secret.Name, secret.Version, value); err != nil {
			return err
		}
		err = keep(v)
		if fault.Is(err, fault.NotFound) && try < 5 {
			if _, gone := s.store.Key(ctx, secret.Database, v.Key); fault.Is(gone, fault.NotFound) {
				continue
			}
		}
		return err
	}
}

// Change is what changes of a secret; nil stays. The caller erases Value.
type Change struct {
	Value []byte
	Tags  []string
}

// Update changes a secret. A new value is a new version.
func (s *Service) Update(ctx context.Context, database, id string, c Change, by Caller) (Secret, error) {
	if c.Value != nil {
		if err := checkValue(c.Value); err != nil {
			return Secret{}, err
		}
	}
	secret, err := s.store.Secret(ctx, database, id)
	if err != nil {
		return Secret{}, err
	}
	if c.Tags != nil {
		if secret.Tags, err = checkTags(c.Tags); err != nil {
			return Secret{}, err
		}
	}
	return s.update(ctx, secret, c.Value, nil, Update, by)
}

// RestoreVersion makes the value of an earlier version the newest again.
func (s *Service) RestoreVersion(ctx context.Context, database, id string, number int64, by Caller) (Secret, error) {
	secret, err := s.store.Secret(ctx, database, id)
	if err != nil {
		return Secret{}, err
	}
	if number == secret.Version {
		return Secret{}, fault.New(fault.Invalid, "version %d is the newest", number)
	}
	for try := 0; ; try++ {
		old, err := s.version(ctx, database, id, number)
		if err != nil {
			return Secret{}, err
		}
		value, err := s.openValue(ctx, database, old)
		if errors.Is(err, errGone) && try < 10 {
			continue
		}
		if err != nil {
			return Secret{}, err
		}
		defer clear(value)
		if value == nil {
			value = []byte{} // an empty value, not none
		}
		return s.update(ctx, secret, value, &number, Restore, by)
	}
}

func (s *Service) update(ctx context.Context, secret Secret, value []byte, restored *int64, action Action, by Caller) (Secret, error) {
	secret.UpdatedAt, secret.UpdatedBy = now(), by.id()
	var err error
	if value == nil {
		err = s.store.UpdateSecret(ctx, secret, nil, 0)
	} else {
		secret.Version++
		err = s.sealed(ctx, secret, value, func(v Version) error {
			v.RestoredFrom = restored
			return s.store.UpdateSecret(ctx, secret, &v, secret.Version-versionsKept+1)
		})
	}
	if fault.Is(err, fault.Conflict) {
		return Secret{}, fault.New(fault.Conflict, "the secret was changed by somebody else: look at it again")
	}
	if err != nil {
		return Secret{}, err
	}
	return secret, s.journal.write(ctx, Event{Database: secret.Database, Action: action, Caller: by, Names: []string{secret.Name}})
}

// Remove deletes a secret with all its versions. The journal keeps its name.
func (s *Service) Remove(ctx context.Context, database, id string, by Caller) error {
	secret, err := s.store.Secret(ctx, database, id)
	if err != nil {
		return err
	}
	if err := s.store.DeleteSecret(ctx, database, id); err != nil {
		return err
	}
	return s.journal.write(ctx, Event{Database: database, Action: Delete, Caller: by, Names: []string{secret.Name}})
}

// List returns secrets without their values, by name.
func (s *Service) List(ctx context.Context, database string, q Query) ([]Secret, error) {
	if err := place(database); err != nil {
		return nil, err
	}
	return s.store.Secrets(ctx, database, q)
}

// Secret returns a secret without its value.
func (s *Service) Secret(ctx context.Context, database, id string) (Secret, error) {
	return s.store.Secret(ctx, database, id)
}

// Versions lists the versions of a secret without their values, newest first.
func (s *Service) Versions(ctx context.Context, database, id string) ([]Version, error) {
	if _, err := s.store.Secret(ctx, database, id); err != nil {
		return nil, err
	}
	return s.store.Versions(ctx, database, id)
}

// Usage lists who read or changed what, newest first.
func (s *Service) Usage(ctx context.Context, database string, q EventQuery) ([]Event, error) {
	if err := place(database); err != nil {
		return nil, err
	}
	if q.Before.IsZero() {
		q.Before = now().AddDate(1, 0, 0)
	}
	return s.store.Events(ctx, database, q)
}

func checkValue(value []byte) error {
	if len(value) > valueLimit {
		return wrong("value", "a value has at most 65536 bytes")
	}
	return nil
}

// checkTags returns the tags sorted, each once.
func checkTags(tags []string) ([]string, error) {
	out := []string{}
	for _, tag := range tags {
		if tag = strings.TrimSpace(tag); tag == "" {
			continue
		}
		if !utf8.ValidString(tag) || utf8.RuneCountInString(tag) > 2*tagLimit || strings.ContainsFunc(tag, unicode.IsControl) {
			return nil, wrong("tags", "a tag has at most 100 characters, none of them for control")
		}
		out = append(out, tag)
	}
	slices.Sort(out)
	if out = slices.Compact(out); len(out) > tagLimit {
		return nil, wrong("tags", "a secret has at most 50 tags")
	}
	return out, nil
}

// wrong is a fault that names the field and not its value.
func wrong(field, message string) error {
	f := fault.New(fault.Invalid, "%s: %s", field, message)
	f.Errors = []fault.Detail{{Location: "body." + field, Message: message}}
	return f
}
