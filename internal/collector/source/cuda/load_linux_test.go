package cuda

import (
	"os"
	"testing"

	"github.com/cilium/ebpf"
)

// How long a program takes to load is decided by how many instructions the
// verifier goes through.
func TestProgramsAreVerifiedInFewSteps(t *testing.T) {
	if os.Geteuid() != 0 {
		required(t, "root", "programs are loaded by root")
	}
	p, err := loadPrograms(kernelConfig{}, false, !kernelBefore(5, 17))
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	for _, one := range []*ebpf.Program{p.enter, p.leave, p.exit} {
		info, err := one.Info()
		if err != nil {
			t.Fatal(err)
		}
		if n, known := info.VerifiedInstructions(); known && n > 20_000 {
			t.Errorf("%s: %d instructions verified", info.Name, n)
		}
	}
}
