package cuda

import (
	"encoding/binary"
	"os"
	"slices"
	"strings"
	"testing"
)

// required skips a test that the machine cannot run, or fails it where the
// machine is said to be able to.
func required(t testing.TB, what, reason string) {
	t.Helper()
	if slices.Contains(strings.Split(os.Getenv("PLATFORM_TEST_REQUIRE"), ","), what) {
		t.Fatal(reason)
	}
	t.Skip(reason)
}

// size returns the bytes of a T without padding.
func size[T any]() int {
	var v T
	return binary.Size(v)
}
