package vault

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"platform/internal/server/fault"
	"platform/internal/server/masterkey"
)

const resealAtOnce = 100

// Progress is told how far a rotation is.
type Progress func(done, total int)

// RotateKey gives a vault a new data key and seals all values of all versions
// with it. Reads and writes go on meanwhile: a value is sealed by the old key
// or the new one, and each names its key. Values that do not open are left as
// they are, with their key, and named in the error.
func (s *Service) RotateKey(ctx context.Context, database string, by Caller, progress Progress) error {
	if err := place(database); err != nil {
		return err
	}
	old, err := s.newestKey(ctx, database)
	if err != nil {
		return err
	}
	k, err := s.addKey(ctx, database, old.Number+1)
	if fault.Is(err, fault.Conflict) {
		return fault.New(fault.Conflict, "the vault is being rotated by somebody else")
	}
	if err != nil {
		return err
	}
	total, err := s.store.CountStale(ctx, database, k.Number)
	if err != nil {
		return err
	}
	progress(0, total)
	done := 0
	for {
		n, broken, err := s.reseal(ctx, database, k, func() { done++; progress(done, max(done, total)) })
		if err != nil {
			return err
		}
		if n > 0 {
			continue // look for what was written with the old key meanwhile
		}
		if err := s.store.DropKeys(ctx, database, k.Number); err != nil {
			return err
		}
		left, err := s.store.CountStale(ctx, database, k.Number)
		if err != nil {
			return err
		}
		if left <= len(broken) {
			return errors.Join(s.journal.write(ctx, Event{Database: database, Action: Rotate, Caller: by}), unopened(broken))
		}
	}
}

// reseal goes once through the values that earlier keys seal.
func (s *Service) reseal(ctx context.Context, database string, k DataKey, step func()) (n int, broken []string, err error) {
	a, err := s.open(k)
	if err != nil {
		return 0, nil, err
	}
	var last Version
	for {
		stale, err := s.store.Stale(ctx, database, k.Number, last, resealAtOnce)
		if err != nil || len(stale) == 0 {
			return n, broken, err
		}
		for _, v := range stale {
			last = v.Version
			plain, err := s.openValue(ctx, database, v)
			if errors.Is(err, errGone) {
				continue // sealed anew by another rotation
			}
			if fault.Is(err, fault.Kind(500)) {
				broken = append(broken, fmt.Sprintf("%s version %d", v.Name, v.Number))
				continue
			}
			if err != nil {
				return n, broken, err
			}
			next := v.Version
			next.Key = k.ID
			next.Sealed, err = a.Encrypt(plain, bound(database, v.Name, v.Number))
			clear(plain)
			if err != nil {
				return n, broken, fmt.Errorf("seal value: %w", err)
			}
			err = s.store.Reseal(ctx, next, v.Key)
			if fault.Is(err, fault.NotFound) {
				continue // deleted, or sealed anew by another rotation
			}
			if err != nil {
				return n, broken, err
			}
			n++
			step()
		}
	}
}

func unopened(broken []string) error {
	if len(broken) == 0 {
		return nil
	}
	return fmt.Errorf("%d values do not open and keep their old key: %s", len(broken), strings.Join(broken[:min(len(broken), 20)], ", "))
}

// Databases lists the vaults that hold something.
func (s *Service) Databases(ctx context.Context) ([]string, error) { return s.store.Keyed(ctx) }

// RotateMaster makes a new master key and seals with it all that the old ones
// sealed: data keys and the passwords of databases. Servers that run read the
// key file again when they need it. The key before stays in the file, for what
// a server may be sealing at this moment, until the next rotation finds that
// nothing needs it; removed are those that this one found so.
func (s *Service) RotateMaster(ctx context.Context, master *masterkey.Key, progress Progress) (added masterkey.KeyID, removed []masterkey.KeyID, err error) {
	if removed, err = s.removeUnused(ctx, master); err != nil {
		return 0, nil, err
	}
	if added, err = master.Add(); err != nil {
		return 0, removed, err
	}
	done := 0
	for {
		all, err := s.store.MasterSealed(ctx)
		if err != nil {
			return added, removed, err
		}
		var broken []string
		stale := slices.DeleteFunc(all, func(v Sealed) bool { by, ok := masterkey.SealedBy(v.Sealed); return ok && by == added })
		n := 0
		for _, v := range stale {
			plain, err := master.Open(v.Sealed, v.Context)
			if err != nil {
				broken = append(broken, v.Kind+" "+v.ID)
				continue
			}
			sealed, err := master.Seal(plain, v.Context)
			clear(plain)
			if err != nil {
				return added, removed, fmt.Errorf("seal %s %s: %w", v.Kind, v.ID, err)
			}
			if err := s.store.ReplaceSealed(ctx, v, sealed); err != nil {
				return added, removed, err
			}
			n++
			done++
			progress(done, done+len(stale)-n-len(broken))
		}
		if n == 0 {
			return added, removed, unopened(broken)
		}
	}
}

// removeUnused takes keys out of the file that have not sealed anything that
// is stored.
func (s *Service) removeUnused(ctx context.Context, master *masterkey.Key) (removed []masterkey.KeyID, err error) {
	keys, err := master.Keys()
	if err != nil {
		return nil, err
	}
	all, err := s.store.MasterSealed(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range keys[1:] { // the first is the one that seals
		if !slices.ContainsFunc(all, func(v Sealed) bool { by, ok := masterkey.SealedBy(v.Sealed); return !ok || by == id }) {
			removed = append(removed, id)
		}
	}
	if len(removed) == 0 {
		return nil, nil
	}
	return removed, master.Remove(removed...)
}
