package cuda

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestReturnProbesLeaveSandboxedProgramsAlone(t *testing.T) {
	if os.Geteuid() != 0 {
		required(t, "root", "probes need root")
	}
	test, err := returnProbesAreSafe()
	if err != nil {
		t.Error(err)
	}
	if err := test.close(); err != nil {
		t.Error(err)
	}
}

// The sandbox is one: a call that it does not list is refused. Here the call that
// ends the program is another, so the program runs into nothing and dies.
func TestTheSandboxRefusesCalls(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sandboxed")
	image := sandboxed()
	if err := os.WriteFile(file, image, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command(file).Run(); err != nil {
		t.Errorf("the program as it is: %v", err)
	}
	image[sandboxCode+0x37] = 60 // exit instead of exit_group
	if err := os.WriteFile(file, image, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command(file).Run(); err == nil {
		t.Error("the program ended by a call that the sandbox does not list")
	}
}
