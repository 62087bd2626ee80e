package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// ErrNoLibrary is returned when libchdb is nowhere to be found.
var ErrNoLibrary = errors.New("the embedded engine's library is not installed")

// LibraryVariable names the environment variable that holds the library's path.
const LibraryVariable = "PLATFORM_ENGINE_LIB"

// FindLibrary returns the path of libchdb: the one given, the one LibraryVariable names,
// beside the program, in the data directory's lib, or in a node_modules or
// .cache/engine directory of the working directory or one above it.
func FindLibrary(given, dataDir string) (string, error) {
	for _, explicit := range []string{given, os.Getenv(LibraryVariable)} {
		if explicit == "" {
			continue
		}
		if _, err := os.Stat(explicit); err != nil {
			return "", fmt.Errorf("%w: %w", ErrNoLibrary, err)
		}
		return explicit, nil
	}
	tried := libraryPlaces(dataDir)
	for _, path := range tried {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: run scripts/fetch-engine, or set %s (looked in %s)",
		ErrNoLibrary, LibraryVariable, strings.Join(tried, ", "))
}

func libraryPlaces(dataDir string) []string {
	const name = "libchdb.so"
	var places []string
	if exe, err := os.Executable(); err == nil {
		dir := filepath.Dir(exe)
		places = append(places, filepath.Join(dir, name), filepath.Join(dir, "..", "lib", name))
	}
	if dataDir != "" {
		places = append(places, filepath.Join(dataDir, "lib", name))
	}
	npm := filepath.Join("node_modules", "@chdb", npmPackage(), name)
	dir, err := os.Getwd()
	for err == nil {
		places = append(places, filepath.Join(dir, npm), filepath.Join(dir, ".cache", "engine", npm))
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return places
}

// npmPackage is the name, within the scope @chdb, of this platform's package.
func npmPackage() string {
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	if runtime.GOOS == "linux" {
		return "lib-linux-" + arch + "-gnu"
	}
	return "lib-" + runtime.GOOS + "-" + arch
}
