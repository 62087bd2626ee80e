package masterkey

import (
	"os"
	"path/filepath"
	"testing"
)

func TestANewKeySealsAndOldOnesStillOpenInEveryProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "master.key")
	command, server := load(t, path), load(t, path)
	seal := func(k *Key) []byte {
		t.Helper()
		sealed, err := k.Seal([]byte("x"), "c")
		if err != nil {
			t.Fatal(err)
		}
		return sealed
	}
	before := seal(server)
	old, _ := SealedBy(before)
	added, err := command.Add()
	if err != nil {
		t.Fatal(err)
	}
	after := seal(command)
	if by, ok := SealedBy(after); !ok || by != added || by == old {
		t.Errorf("sealed by %v, want %v", by, added)
	}
	for name, k := range map[string]*Key{"the one that added": command, "a running one": server, "a new one": load(t, path)} {
		for _, sealed := range [][]byte{before, after} {
			if _, err := k.Open(sealed, "c"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if by, _ := SealedBy(seal(k)); by != added {
			t.Errorf("%s seals with the old key", name)
		}
		if keys, err := k.Keys(); err != nil || len(keys) != 2 || keys[0] != added || keys[1] != old {
			t.Errorf("%s: %v, %v", name, keys, err)
		}
	}
	if err := command.Remove(added); err == nil {
		t.Error("the key that seals was removed")
	}
	if err := command.Remove(old); err != nil {
		t.Fatal(err)
	}
	if _, err := load(t, path).Open(before, "c"); err == nil {
		t.Error("a removed key opens")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestWhatNoMasterKeySealedHasNoKey(t *testing.T) {
	for _, text := range []string{"", "plain", "\x01abc"} {
		if id, ok := SealedBy([]byte(text)); ok {
			t.Errorf("%q: %v", text, id)
		}
	}
}
