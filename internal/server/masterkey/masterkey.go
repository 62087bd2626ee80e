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

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/tink"
)

// Key seals and opens with AES-256-GCM. Sealed texts name their key, so a key
// file that holds several still opens what older ones sealed.
type Key struct{ aead tink.AEAD }

// Load reads the key file, and makes it when it is not there.
func Load(path string) (*Key, error) {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if raw, err = create(path); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read master key: %w", err)
	}
	handle, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(raw)))
	if err != nil {
		return nil, fmt.Errorf("read master key %s: not a key file", path) // the cause could show the key
	}
	primitive, err := aead.New(handle)
	if err != nil {
		return nil, fmt.Errorf("use master key %s: %w", path, err)
	}
	return &Key{primitive}, nil
}

// create makes the file whole or not at all. When another process was faster,
// its key counts.
func create(path string) ([]byte, error) {
	handle, err := keyset.NewHandle(aead.AES256GCMKeyTemplate())
	if err != nil {
		return nil, fmt.Errorf("make master key: %w", err)
	}
	var raw bytes.Buffer
	if err := insecurecleartextkeyset.Write(handle, keyset.NewJSONWriter(&raw)); err != nil {
		return nil, fmt.Errorf("write master key: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("create directory of master key: %w", err)
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".master-*") // 0600
	if err != nil {
		return nil, fmt.Errorf("write master key: %w", err)
	}
	defer os.Remove(temporary.Name())
	defer temporary.Close()
	if _, err := temporary.Write(raw.Bytes()); err != nil {
		return nil, fmt.Errorf("write master key: %w", err)
	}
	if err := temporary.Sync(); err != nil {
		return nil, fmt.Errorf("write master key: %w", err)
	}
	if err := os.Link(temporary.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("write master key: %w", err)
	}
	return os.ReadFile(path)
}

// Seal encrypts plain and binds it to context.
func (k *Key) Seal(plain []byte, context string) ([]byte, error) {
	return k.aead.Encrypt(plain, []byte(context))
}

// Open decrypts what Seal made for the same context.
func (k *Key) Open(sealed []byte, context string) ([]byte, error) {
	return k.aead.Decrypt(sealed, []byte(context))
}
