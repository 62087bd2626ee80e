// Package zetest builds a Level Zero loader with GPUs that exist nowhere,
// for the real loader to open.
package zetest

import (
	_ "embed"
	"testing"

	"platform/internal/collector/dynlib/dynlibtest"
)

//go:embed fake/ze.c
var code string

// All names every GPU, and the library itself.
const All = dynlibtest.All

// Build compiles the library, defining names such as OLD.
func Build(t testing.TB, defines ...string) *dynlibtest.Library {
	t.Helper()
	return dynlibtest.Build(t, "libze_loader.so.1", code, defines...)
}
