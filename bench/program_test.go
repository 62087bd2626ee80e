//go:build linux

package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// program is a running exporter and what it has cost so far.
type program struct {
	name   string
	url    string // of its metrics; "" for one that pushes
	cmd    *exec.Cmd
	output bytes.Buffer

	cpu      time.Duration
	rounds   int   // ticks or scrapes
	resident int64 // bytes, at the end of the last window
	series   int
}

// start runs a program until the benchmark ends. env nil inherits.
func start(b *testing.B, name string, env []string, args ...string) *program {
	b.Helper()
	p := &program{name: name}
	p.cmd = exec.Command(args[0], args[1:]...)
	p.cmd.Env = env
	p.cmd.Stdout, p.cmd.Stderr = &p.output, &p.output
	if err := p.cmd.Start(); err != nil {
		b.Fatalf("start %s: %v", name, err)
	}
	b.Cleanup(func() {
		p.cmd.Process.Kill()
		p.cmd.Wait()
		if b.Failed() {
			b.Logf("%s said:\n%s", name, &p.output)
		}
	})
	return p
}

func (p *program) stop()    { p.cmd.Process.Signal(syscall.SIGSTOP) }
func (p *program) proceed() { p.cmd.Process.Signal(syscall.SIGCONT) }

// ready waits until the program answers with series of the host.
func (p *program) ready(b *testing.B) {
	b.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if n, err := p.get(b.Context()); err == nil && n > 20 {
			return
		} else if time.Now().After(deadline) {
			b.Fatalf("%s gives %d series at %s: %v\n%s", p.name, n, p.url, err, &p.output)
		}
	}
}

// measure lets the program run for one window and adds what it cost; work
// returns the ticks or scrapes done meanwhile.
func (p *program) measure(b *testing.B, work func() int) {
	b.Helper()
	p.proceed()
	defer p.stop()
	time.Sleep(2 * interval) // what piled up while it was stopped
	before := cpuTime(b, p.cmd.Process.Pid)
	p.rounds += work()
	p.cpu += cpuTime(b, p.cmd.Process.Pid) - before
	p.resident = resident(b, p.cmd.Process.Pid)
}

// scrape asks for the metrics once in every interval of a window, as
// Prometheus does: compressed, over one connection.
func (p *program) scrape(b *testing.B) (n int) {
	b.Helper()
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for end := time.Now().Add(window); time.Now().Before(end); n++ {
		<-ticker.C
		series, err := p.get(b.Context())
		if err != nil {
			b.Fatalf("scrape %s: %v", p.name, err)
		}
		p.series = series
	}
	return n
}

func (p *program) get(ctx context.Context) (series int, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url, nil)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Accept", "text/plain;version=0.0.4") // gzip is the transport's own
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %w", resp.Status, err)
	}
	for line := range bytes.Lines(body) {
		if line[0] != '#' && line[0] != '\n' {
			series++
		}
	}
	return series, nil
}

// perRound returns the CPU seconds of one tick or scrape.
func (p *program) perRound() float64 { return p.cpu.Seconds() / float64(max(p.rounds, 1)) }

// cpuTime returns the CPU time of all threads, in nanoseconds where the
// scheduler counts them and not in the hundredths of a second of stat.
func cpuTime(b *testing.B, pid int) (total time.Duration) {
	b.Helper()
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if len(files) == 0 {
		b.Skip("the kernel has no schedstat")
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			continue // the thread has ended
		}
		first, _, _ := strings.Cut(string(raw), " ")
		ns, err := strconv.ParseInt(first, 10, 64)
		if err != nil {
			b.Fatalf("parse %s: %v", f, err)
		}
		total += time.Duration(ns)
	}
	return total
}

func resident(b *testing.B, pid int) int64 {
	b.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		b.Fatal(err)
	}
	fields := strings.Fields(string(raw))
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		b.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

// sleepers runs n processes that do nothing until the benchmark ends.
func sleepers(b *testing.B, n int) {
	b.Helper()
	cmd := exec.Command("sh", "-c", fmt.Sprintf("i=0; while [ $i -lt %d ]; do sleep 100000 & i=$((i+1)); done; echo started; wait", n))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		cmd.Wait()
	})
	if _, err := out.Read(make([]byte, 8)); err != nil {
		b.Fatalf("start %d processes: %v", n, err)
	}
}

func freeAddr(b *testing.B) string {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
