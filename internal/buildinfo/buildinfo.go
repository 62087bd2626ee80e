// Package buildinfo says which release a program was built from.
package buildinfo

import "runtime/debug"

// Version is the release, set at link time with
// -ldflags "-X platform/internal/buildinfo.Version=1.2.3".
var Version = "0.1.0-dev"

// Commit returns the revision the program was built from, "" when the build
// did not record one.
func Commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}
