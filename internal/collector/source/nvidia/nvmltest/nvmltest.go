// Package nvmltest builds a management library with GPUs that exist nowhere,
// for the real loader to open.
package nvmltest

import (
	_ "embed"
	"testing"

	"platform/internal/collector/dynlib/dynlibtest"
)

//go:embed fake/nvml.c
var code string

// All names every GPU, and the library itself.
const All = dynlibtest.All

// Build compiles the library, defining names such as OLD.
func Build(t testing.TB, defines ...string) *dynlibtest.Library {
	t.Helper()
	return dynlibtest.Build(t, "libnvidia-ml.so.1", code, defines...)
}
