package vault

import (
	"context"
	"errors"
	"fmt"

	"platform/internal/server/fault"
)

// Opened is a value that can be read. Whoever has one erases it.
type Opened struct {
	Name  string
	Plain []byte
}

// Erase makes values unreadable.
func Erase(values []Opened) {
	for _, v := range values {
		clear(v.Plain)
	}
}

// Get returns the values of the secrets that q chooses, by name, for the
// caller to erase. That they were read is in the journal when it returns.
func (s *Service) Get(ctx context.Context, database string, q Query, by Caller) ([]Opened, error) {
	if err := place(database); err != nil {
		return nil, err
	}
	values, err := s.values(ctx, database, q)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = v.Name
	}
	if err := s.journal.write(ctx, Event{Database: database, Action: Read, Caller: by, Names: names}); err != nil {
		Erase(values)
		return nil, err
	}
	return values, nil
}

// values reads and opens. A rotation that replaces a key in between is met by
// reading again.
func (s *Service) values(ctx context.Context, database string, q Query) ([]Opened, error) {
	for try := 0; ; try++ {
		sealed, err := s.store.Values(ctx, database, q)
		if err != nil {
			return nil, err
		}
		out := make([]Opened, len(sealed))
		for i, v := range sealed {
			var plain []byte
			if plain, err = s.openValue(ctx, database, v); err != nil {
				break
			}
			out[i] = Opened{v.Name, plain}
		}
		if err == nil {
			return out, nil
		}
		Erase(out)
		if !errors.Is(err, errGone) || try == 10 {
			return nil, err
		}
	}
}

// Reveal returns the value of one version of a secret to a person, who erases
// it; 0 is the newest. That it was shown is in the journal when it returns.
func (s *Service) Reveal(ctx context.Context, database, id string, number int64, by Caller) ([]byte, error) {
	for try := 0; ; try++ {
		v, err := s.version(ctx, database, id, number)
		if err != nil {
			return nil, err
		}
		plain, err := s.openValue(ctx, database, v)
		if errors.Is(err, errGone) && try < 10 {
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := s.journal.write(ctx, Event{Database: database, Action: Reveal, Caller: by, Names: []string{v.Name}}); err != nil {
			clear(plain)
			return nil, err
		}
		return plain, nil
	}
}

// Use hands the newest value of a secret to f, for work that the server does
// itself; the journal says for whom, and purpose is what it was for. The value
// is erased when f returns.
func (s *Service) Use(ctx context.Context, database, name, purpose string, f func(value []byte) error) error {
	values, err := s.values(ctx, database, Query{Name: name})
	if err != nil {
		return err
	}
	defer Erase(values)
	if len(values) == 0 {
		return fault.New(fault.NotFound, "there is no secret %q", name)
	}
	by := callerOf(ctx)
	by.Source = purpose
	if err := s.journal.write(ctx, Event{Database: database, Action: Used, Caller: by, Names: []string{name}}); err != nil {
		return err
	}
	return f(values[0].Plain)
}

// version returns a version of a secret; 0 is the newest.
func (s *Service) version(ctx context.Context, database, id string, number int64) (Value, error) {
	secret, err := s.store.Secret(ctx, database, id)
	if err != nil {
		return Value{}, err
	}
	versions, err := s.store.Versions(ctx, database, id)
	if err != nil {
		return Value{}, err
	}
	for _, v := range versions {
		if v.Number == number || number == 0 {
			return Value{v, secret.Name}, nil
		}
	}
	if number == 0 {
		return Value{}, fmt.Errorf("secret %s has no version", id)
	}
	return Value{}, fault.New(fault.NotFound, "the secret has no version %d", number)
}

// place refuses requests that no vault belongs to.
func place(database string) error {
	if database == "" {
		return fault.New(fault.NotFound, "the project has no database configuration: secrets belong to one")
	}
	return nil
}
