package cuda

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
)

// probedFunctions returns how many functions of a hold a probe now.
func probedFunctions(t *testing.T, a *app) (n int) {
	t.Helper()
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", a.pid()))
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	for _, symbol := range slices.Concat(runtimeSymbols, driverSymbols) {
		var first [1]byte
		if at := int64(a.number("address %s", symbol.name)); at == 0 {
			continue
		} else if _, err := memory.ReadAt(first[:], at); err != nil {
			t.Fatal(err)
		}
		if first[0] == 0xcc {
			n++
		}
	}
	return n
}

func TestCloseTakesEveryProbeOutOfThePrograms(t *testing.T) {
	after := 0
	for range 5 { // another collector on this machine may have probes there for a while
		s, a := traced(t, Options{})
		if n := probedFunctions(t, a); n < 50 {
			t.Errorf("%d functions are probed", n)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		after = probedFunctions(t, a)
		eventually(t, func() error {
			if s.Times().Release == 0 {
				return errors.New("the kernel still holds the probes")
			}
			return nil
		})
		a.end()
		if after == 0 {
			break
		}
	}
	expect(t, "functions probed after Close", float64(after), 0)
}
