// Package collector_test runs the built collector as its users do.
package collector_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "collector")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "collector")
	build := exec.Command("go", "build", "-o", binary, "platform/cmd/collector")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the collector: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// program is a running collector and what it has logged.
type program struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended

	mu    sync.Mutex
	lines []string
	news  chan struct{} // closed and replaced with every line
}

// quick are variables that keep a test short and off the network.
var quick = []string{"OTEL_METRIC_EXPORT_INTERVAL=100", "PLATFORM_CLOUD_DETECT=false", "OTEL_GPU_EBPF_ENABLED=false"}

func environment(extra []string) []string {
	return append(append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}, quick...), extra...)
}

// start runs the collector with env until the test ends.
func start(t *testing.T, env ...string) *program {
	t.Helper()
	p := &program{cmd: exec.Command(binary), done: make(chan struct{}), news: make(chan struct{})}
	p.cmd.Env = environment(env)
	out, err := p.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		for s := bufio.NewScanner(out); s.Scan(); {
			p.mu.Lock()
			p.lines = append(p.lines, s.Text())
			close(p.news)
			p.news = make(chan struct{})
			p.mu.Unlock()
		}
	}()
	go func() {
		<-read
		_ = p.cmd.Wait()
		close(p.done)
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		<-p.done
		if t.Failed() {
			t.Logf("the collector logged:\n%s", strings.Join(p.lines, "\n"))
		}
	})
	return p
}

// logged waits for a line that holds text and returns it.
func (p *program) logged(t *testing.T, text string) string {
	t.Helper()
	limit := time.After(20 * time.Second)
	for {
		p.mu.Lock()
		for _, l := range p.lines {
			if strings.Contains(l, text) {
				p.mu.Unlock()
				return l
			}
		}
		news := p.news
		p.mu.Unlock()
		select {
		case <-news:
		case <-limit:
			t.Fatalf("never logged %q", text)
		}
	}
}

// stop asks the collector to end and returns how long that took.
func (p *program) stop(t *testing.T, signal syscall.Signal) time.Duration {
	t.Helper()
	began := time.Now()
	if err := p.cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.done:
	case <-time.After(20 * time.Second):
		t.Fatal("did not end")
	}
	if code := p.cmd.ProcessState.ExitCode(); signal != syscall.SIGKILL && code != 0 {
		t.Errorf("exit code %d", code)
	}
	return time.Since(began)
}

// output runs the collector with args to its end.
func output(t *testing.T, env []string, args ...string) (string, int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = environment(env)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}
