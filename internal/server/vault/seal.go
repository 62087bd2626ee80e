package vault

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/tink"

	"platform/internal/server/fault"
)

// keyContext is what a data key is bound to.
func keyContext(k DataKey) string { return KeyContext(k.Database, k.ID) }

// KeyContext is the context that the master key binds a data key to.
func KeyContext(database, id string) string { return "vault-key/" + database + "/" + id }

// bound is what a value is bound to: its place. Neither part can hold the
// zero bytes between them.
func bound(database, name string, number int64) []byte {
	return []byte("vault-value\x00" + database + "\x00" + name + "\x00" + strconv.FormatInt(number, 10))
}

// keyCache keeps opened data keys by id. An id names one key for ever.
type keyCache struct {
	mu   sync.RWMutex
	kept map[string]tink.AEAD
}

const keysKept = 1000

func (c *keyCache) get(id string) tink.AEAD {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.kept[id]
}

func (c *keyCache) put(id string, a tink.AEAD) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil || len(c.kept) >= keysKept {
		c.kept = map[string]tink.AEAD{}
	}
	c.kept[id] = a
}

// sealValue seals a value for its place with the newest data key, which is
// made when there is none.
func (s *Service) sealValue(ctx context.Context, database, name string, number int64, value []byte) (key string, sealed []byte, err error) {
	k, err := s.newestKey(ctx, database)
	if err != nil {
		return "", nil, err
	}
	a, err := s.open(k)
	if err != nil {
		return "", nil, err
	}
	sealed, err = a.Encrypt(value, bound(database, name, number))
	if err != nil {
		return "", nil, fmt.Errorf("seal value: %w", err)
	}
	return k.ID, sealed, nil
}

func (s *Service) newestKey(ctx context.Context, database string) (DataKey, error) {
	for {
		k, err := s.store.NewestKey(ctx, database)
		if !fault.Is(err, fault.NotFound) {
			return k, err
		}
		if k, err = s.addKey(ctx, database, 1); !fault.Is(err, fault.Conflict) {
			return k, err
		}
		// Another process made the first key a moment ago.
	}
}

// addKey makes a data key of that number.
func (s *Service) addKey(ctx context.Context, database string, number int64) (DataKey, error) {
	handle, err := keyset.NewHandle(aead.AES256GCMKeyTemplate())
	if err != nil {
		return DataKey{}, fmt.Errorf("make data key: %w", err)
	}
	var raw bytes.Buffer
	if err := insecurecleartextkeyset.Write(handle, keyset.NewBinaryWriter(&raw)); err != nil {
		return DataKey{}, fmt.Errorf("write data key: %w", err)
	}
	defer clear(raw.Bytes())
	k := DataKey{ID: newID("vdk"), Database: database, Number: number, CreatedAt: now()}
	if k.Sealed, err = s.master.Seal(raw.Bytes(), keyContext(k)); err != nil {
		return DataKey{}, fmt.Errorf("seal data key: %w", err)
	}
	if err := s.store.AddKey(ctx, k); err != nil {
		return DataKey{}, err
	}
	return k, nil
}

// open opens a data key with the master key.
func (s *Service) open(k DataKey) (tink.AEAD, error) {
	if a := s.opened.get(k.ID); a != nil {
		return a, nil
	}
	raw, err := s.master.Open(k.Sealed, keyContext(k))
	if err != nil {
		return nil, fmt.Errorf("open data key %s: %w", k.ID, err)
	}
	defer clear(raw)
	handle, err := insecurecleartextkeyset.Read(keyset.NewBinaryReader(bytes.NewReader(raw)))
	if err != nil {
		return nil, fmt.Errorf("read data key %s: not a key", k.ID) // the cause could show the key
	}
	a, err := aead.New(handle)
	if err != nil {
		return nil, fmt.Errorf("use data key %s: %w", k.ID, err)
	}
	s.opened.put(k.ID, a)
	return a, nil
}

// errGone says that the key of a value was replaced between reading the value
// and reading the key: read the value again.
var errGone = errors.New("the data key was replaced")

// openValue opens a value of a vault.
func (s *Service) openValue(ctx context.Context, database string, v Value) ([]byte, error) {
	a := s.opened.get(v.Key)
	if a == nil {
		k, err := s.store.Key(ctx, database, v.Key)
		if fault.Is(err, fault.NotFound) {
			return nil, errGone
		}
		if err != nil {
			return nil, err
		}
		if a, err = s.open(k); err != nil {
			return nil, s.damaged(database, v, err)
		}
	}
	value, err := a.Decrypt(v.Sealed, bound(database, v.Name, v.Number))
	if err != nil {
		return nil, s.damaged(database, v, err)
	}
	return value, nil
}

// damaged is the answer for a value that does not open: an error, never what
// is stored.
func (s *Service) damaged(database string, v Value, err error) error {
	s.log.Error("a secret cannot be opened", "database", database, "secret", v.Name, "version", v.Number, "error", err)
	return fault.New(fault.Kind(500), "the secret %q cannot be opened: its value was changed outside of the vault, or the master key is another one", v.Name).Because(err)
}
