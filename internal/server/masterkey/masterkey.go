// Package masterkey keeps the key that seals what the control store must not
// be able to read.
package masterkey

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/tink"
)

// Key seals and opens with AES-256-GCM. Sealed texts name their key, so a key
// file that holds several still opens what older ones sealed. A file that
// another process changes is read again; see rotate.go.
type Key struct {
	path string
	mu   sync.Mutex
	held atomic.Pointer[held]
}

// held is the key file as it was read.
type held struct {
	aead   tink.AEAD
	handle *keyset.Handle
	stamp  stamp
}

// Load reads the key file, and makes it when it is not there.
func Load(path string) (*Key, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path); err != nil {
			return nil, err
		}
	}
	k := &Key{path: path}
	h, err := read(path)
	if err != nil {
		return nil, err
	}
	k.held.Store(h)
	return k, nil
}

func read(path string) (*held, error) {
	at := stampOf(path) // before the content: a change between the two is seen later
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read master key: %w", err)
	}
	defer clear(raw)
	handle, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(raw)))
	if err != nil {
		return nil, fmt.Errorf("read master key %s: not a key file", path) // the cause could show the key
	}
	primitive, err := aead.New(handle)
	if err != nil {
		return nil, fmt.Errorf("use master key %s: %w", path, err)
	}
	return &held{primitive, handle, at}, nil
}

// create makes the file whole or not at all. When another process was faster,
// its key counts.
func create(path string) error {
	handle, err := keyset.NewHandle(aead.AES256GCMKeyTemplate())
	if err != nil {
		return fmt.Errorf("make master key: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("create directory of master key: %w", err)
	}
	return write(path, handle, func(temporary string) error {
		if err := os.Link(temporary, path); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		return nil
	})
}

// write writes the keys to a temporary file beside path, which place puts in
// its place.
func write(path string, handle *keyset.Handle, place func(temporary string) error) error {
	var raw bytes.Buffer
	if err := insecurecleartextkeyset.Write(handle, keyset.NewJSONWriter(&raw)); err != nil {
		return fmt.Errorf("write master key: %w", err)
	}
	defer clear(raw.Bytes())
	temporary, err := os.CreateTemp(filepath.Dir(path), ".master-*") // 0600
	if err != nil {
		return fmt.Errorf("write master key: %w", err)
	}
	defer os.Remove(temporary.Name()) // gone already when it was renamed
	defer temporary.Close()
	if _, err := temporary.Write(raw.Bytes()); err != nil {
		return fmt.Errorf("write master key: %w", err)
	}
	if err := temporary.Sync(); err != nil {
		return fmt.Errorf("write master key: %w", err)
	}
	if err := place(temporary.Name()); err != nil {
		return fmt.Errorf("write master key: %w", err)
	}
	return nil
}

// Seal encrypts plain and binds it to context, with the newest key of the file.
func (k *Key) Seal(plain []byte, context string) ([]byte, error) {
	h, err := k.fresh()
	if err != nil {
		return nil, err
	}
	return h.aead.Encrypt(plain, []byte(context))
}

// Open decrypts what Seal made for the same context.
func (k *Key) Open(sealed []byte, context string) ([]byte, error) {
	h := k.held.Load()
	plain, err := h.aead.Decrypt(sealed, []byte(context))
	if err == nil {
		return plain, nil
	}
	again, fault := k.fresh()
	if fault != nil || again == h {
		return nil, err
	}
	return again.aead.Decrypt(sealed, []byte(context))
}
