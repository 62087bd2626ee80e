package cuda

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
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
	if after != 0 && watched(t) {
		t.Skip("another collector puts probes into the programs of this machine")
	}
	expect(t, "functions probed after Close", float64(after), 0)
}

// watched reports whether another collector runs on this machine: it puts probes
// into a program that no source of this test looks at.
func watched(t *testing.T) bool {
	t.Helper()
	a := startApp(t)
	defer a.end()
	a.run("open " + filepath.Join(fakeDir(t), "libcudart.so.13"))
	for until := time.Now().Add(5 * time.Second); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		if probedFunctions(t, a) > 0 {
			return true
		}
	}
	return false
}
