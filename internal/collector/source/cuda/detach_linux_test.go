package cuda

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
)

func TestCloseTakesEveryProbeOutOfThePrograms(t *testing.T) {
	s, a := traced(t, Options{})
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", a.pid()))
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	probed := func() (n int) {
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
	if n := probed(); n < 50 {
		t.Errorf("%d functions are probed", n)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	expect(t, "functions probed after Close", float64(probed()), 0)
	eventually(t, func() error {
		if s.Times().Release == 0 {
			return errors.New("the kernel still holds the probes")
		}
		return nil
	})
}
