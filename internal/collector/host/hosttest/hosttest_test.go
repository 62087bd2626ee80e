package hosttest

import (
	"os"
	"path/filepath"
	"testing"
)

func TestATreeHoldsFilesDirectoriesAndLinks(t *testing.T) {
	root := Unpack(t, `
-- proc/stat --
cpu  1 2 3
-- sys/devices/card0/vendor --
0x1002
-- sys/class/drm/card0 -> ../../devices/card0 --
-- dev/dri/ --
`)
	f := func(path, want string) {
		t.Helper()
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", path, got, err, want)
		}
	}
	f(filepath.Join(root.Proc, "stat"), "cpu  1 2 3\n")
	f(filepath.Join(root.Sys, "class/drm/card0/vendor"), "0x1002\n")
	if info, err := os.Stat(filepath.Join(root.Dev, "dri")); err != nil || !info.IsDir() {
		t.Errorf("dev/dri: %v, %v", info, err)
	}
}
