package masterkey

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func load(t *testing.T, path string) *Key {
	t.Helper()
	k, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestWhatIsSealedOpensAfterARestartForTheSameContextOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys", "master.key")
	sealed, err := load(t, path).Seal([]byte("hunter2"), "database-config/prj_a/dbc_a")
	if err != nil || bytes.Contains(sealed, []byte("hunter2")) {
		t.Fatalf("%q, %v", sealed, err)
	}
	again := load(t, path)
	if plain, err := again.Open(sealed, "database-config/prj_a/dbc_a"); err != nil || string(plain) != "hunter2" {
		t.Errorf("%q, %v", plain, err)
	}
	if _, err := again.Open(sealed, "database-config/prj_b/dbc_b"); err == nil {
		t.Error("opens in another place")
	}
	sealed[len(sealed)-1] ^= 1
	if _, err := again.Open(sealed, "database-config/prj_a/dbc_a"); err == nil {
		t.Error("opens after a bit changed")
	}
}

func TestTheFileIsForItsOwnerAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "master.key")
	load(t, path)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestProcessesThatStartTogetherShareOneKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "master.key")
	keys := make([]*Key, 8)
	var wg sync.WaitGroup
	for i := range keys {
		wg.Go(func() { keys[i], _ = Load(path) })
	}
	wg.Wait()
	sealed, err := keys[0].Seal([]byte("x"), "c")
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range keys {
		if _, err := k.Open(sealed, "c"); err != nil {
			t.Errorf("key %d: %v", i, err)
		}
	}
}

func TestADamagedFileIsAnErrorThatShowsNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "master.key")
	os.WriteFile(path, []byte(`{"primaryKeyId":1,"secret":"hunter2"`), 0o600)
	if _, err := Load(path); err == nil || bytes.Contains([]byte(err.Error()), []byte("hunter2")) {
		t.Error(err)
	}
}
