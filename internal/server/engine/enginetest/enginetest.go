// Package enginetest gives tests a running embedded engine.
package enginetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"platform/internal/server/engine"
	"platform/internal/server/engine/supervisor"
)

// childVariable tells a copy of the test program to be the engine.
const childVariable = "PLATFORM_ENGINETEST_CHILD"

func init() {
	if os.Getenv(childVariable) == "" {
		return
	}
	err := engine.Main(context.Background(), os.Args[1:])
	if dir := os.Getenv(childVariable); dir != "keep" {
		os.RemoveAll(dir) // the parent has ended; nobody else removes it
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

var shared struct {
	once   sync.Once
	engine *supervisor.Engine
	err    error
}

// Start returns the socket of an engine that all tests of the process share; each
// test should use a database of its own, see Database. It skips the test when the
// library is not installed, unless PLATFORM_TEST_REQUIRE names "engine".
func Start(t testing.TB) (socket string) {
	t.Helper()
	Library(t)
	shared.once.Do(func() {
		dir, err := os.MkdirTemp("", "enginetest")
		if err != nil {
			shared.err = err
			return
		}
		shared.engine, shared.err = start(engine.Options{DataDir: dir, Memory: 2 << 30}, dir)
	})
	if shared.err != nil {
		t.Fatalf("start engine: %v", shared.err)
	}
	return shared.engine.Socket()
}

// StartOwn starts an engine for this test alone and stops it when the test ends.
// An empty DataDir is a temporary one.
func StartOwn(t testing.TB, opts engine.Options) *supervisor.Engine {
	t.Helper()
	Library(t)
	if opts.DataDir == "" {
		opts.DataDir = t.TempDir()
	}
	if opts.Memory == 0 {
		opts.Memory = 2 << 30
	}
	e, err := start(opts, "keep")
	if err != nil {
		t.Fatalf("start engine: %v", err)
	}
	t.Cleanup(func() { e.Stop() })
	return e
}

func start(opts engine.Options, child string) (*supervisor.Engine, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return supervisor.Start(ctx, Supervised(opts, child))
}

// Supervised are the options that run a copy of the test program as the engine.
// child is a directory to remove when it ends, or "keep".
func Supervised(opts engine.Options, child string) supervisor.Options {
	return supervisor.Options{
		Program:    []string{os.Args[0]},
		Env:        []string{childVariable + "=" + child},
		Engine:     opts,
		Output:     output(),
		FirstDelay: 20 * time.Millisecond,
		MaxDelay:   100 * time.Millisecond,
	}
}

// output is where the engine's words go: they are for those who ask for them.
func output() io.Writer {
	if testing.Verbose() {
		return os.Stderr
	}
	return io.Discard
}

// PID is the process id of the engine that Start started.
func PID() int { return shared.engine.PID() }

// Library returns the path of libchdb, or skips the test.
func Library(t testing.TB) string {
	t.Helper()
	path, err := engine.FindLibrary("", "")
	if errors.Is(err, engine.ErrNoLibrary) && !strings.Contains(os.Getenv("PLATFORM_TEST_REQUIRE"), "engine") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Database returns a name for a database of this test alone.
func Database(t testing.TB) string {
	t.Helper()
	return fmt.Sprintf("test_%d_%x", os.Getpid(), time.Now().UnixNano())
}
