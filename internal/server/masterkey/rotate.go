package masterkey

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/keyset"
)

// stamp tells two contents of the key file apart.
type stamp struct {
	modified time.Time
	size     int64
	inode    uint64
}

func stampOf(path string) (s stamp) {
	info, err := os.Stat(path)
	if err != nil {
		return s
	}
	s = stamp{modified: info.ModTime(), size: info.Size()}
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		s.inode = sys.Ino
	}
	return s
}

// fresh returns the keys of the file as it is now. A file that has gone is
// not missed until the next start.
func (k *Key) fresh() (*held, error) {
	h := k.held.Load()
	if at := stampOf(k.path); at == h.stamp || at == (stamp{}) {
		return h, nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if h = k.held.Load(); stampOf(k.path) == h.stamp {
		return h, nil
	}
	h, err := read(k.path)
	if err != nil {
		return nil, err
	}
	k.held.Store(h)
	return h, nil
}

// KeyID names one of the keys in the file.
type KeyID uint32

func (id KeyID) String() string { return fmt.Sprintf("%08x", uint32(id)) }

// SealedBy returns the key that sealed a text; false when the text was not
// sealed by any master key.
func SealedBy(sealed []byte) (KeyID, bool) {
	if len(sealed) < 5 || sealed[0] != 1 { // version, then the id of the key
		return 0, false
	}
	return KeyID(binary.BigEndian.Uint32(sealed[1:5])), true
}

// Keys returns the keys of the file, the one that seals first.
func (k *Key) Keys() ([]KeyID, error) {
	h, err := k.fresh()
	if err != nil {
		return nil, err
	}
	return h.keys(), nil
}

func (h *held) keys() (ids []KeyID) {
	info := h.handle.KeysetInfo()
	for _, key := range info.GetKeyInfo() {
		if key.GetKeyId() == info.GetPrimaryKeyId() {
			ids = slices.Insert(ids, 0, KeyID(key.GetKeyId()))
		} else {
			ids = append(ids, KeyID(key.GetKeyId()))
		}
	}
	return ids
}

// Add makes a new key that seals from now on; the others still open. Other
// processes read the file again before they seal, and when they meet a text
// that they cannot open.
func (k *Key) Add() (KeyID, error) {
	var added KeyID
	err := k.change(func(m *keyset.Manager) error {
		id, err := m.Add(aead.AES256GCMKeyTemplate())
		if err != nil {
			return err
		}
		added = KeyID(id)
		return m.SetPrimary(id)
	})
	return added, err
}

// Remove takes keys out of the file: what they sealed is lost.
func (k *Key) Remove(ids ...KeyID) error {
	return k.change(func(m *keyset.Manager) error {
		for _, id := range ids {
			if err := m.Delete(uint32(id)); err != nil {
				return err
			}
		}
		return nil
	})
}

// change writes the file anew: whole or not at all, one process at a time.
func (k *Key) change(f func(*keyset.Manager) error) error {
	lock, err := os.OpenFile(k.path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("lock master key: %w", err)
	}
	defer lock.Close() // ends the lock
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return fmt.Errorf("lock master key: %w", err)
	}
	h, err := read(k.path)
	if err != nil {
		return err
	}
	m := keyset.NewManagerFromHandle(h.handle)
	if err := f(m); err != nil {
		return fmt.Errorf("change master key: %w", err)
	}
	handle, err := m.Handle()
	if err != nil {
		return fmt.Errorf("change master key: %w", err)
	}
	if err := write(k.path, handle, func(temporary string) error { return os.Rename(temporary, k.path) }); err != nil {
		return err
	}
	_, err = k.fresh()
	return err
}
