// Package supervisor keeps the embedded engine running as a child process.
package supervisor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	"platform/internal/server/engine"
)

// Options say how to start the engine.
type Options struct {
	Program []string // and its leading arguments; empty: this program with "engine"
	Env     []string // added to this process's environment
	Engine  engine.Options
	Output  io.Writer // what the engine prints; nil: standard error
	Log     *slog.Logger

	FirstDelay time.Duration // before the first restart; 0: 100 ms
	MaxDelay   time.Duration // between restarts; 0: 15 s
}

// Unavailable is returned while the engine is down.
type Unavailable struct{ RetryAfter time.Duration }

func (u *Unavailable) Error() string {
	return fmt.Sprintf("the embedded engine is starting; retry after %s", u.RetryAfter.Round(time.Second))
}

// Engine is a supervised engine. It is restarted when it ends or no longer
// answers, until Stop.
type Engine struct {
	opts   Options
	client *http.Client
	stop   context.CancelFunc
	done   chan struct{}

	mu       sync.Mutex
	ready    bool
	changed  chan struct{} // closed when ready changes
	restarts int
	retryAt  time.Time
	failure  error
	pid      int
}

// Start starts the engine and waits until it answers. An engine that ends before
// it answered for the first time is an error: the cause is permanent then.
func Start(ctx context.Context, opts Options) (*Engine, error) {
	if len(opts.Program) == 0 {
		exe, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("start engine: %w", err)
		}
		opts.Program = []string{exe, "engine"}
	}
	if opts.Output == nil {
		opts.Output = os.Stderr
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.FirstDelay == 0 {
		opts.FirstDelay = 100 * time.Millisecond
	}
	if opts.MaxDelay == 0 {
		opts.MaxDelay = 15 * time.Second
	}
	if opts.Engine.Socket == "" {
		opts.Engine.Socket = SocketPath(opts.Engine.DataDir)
	}
	path := opts.Engine.Socket
	e := &Engine{
		opts:    opts,
		done:    make(chan struct{}),
		changed: make(chan struct{}),
		client: &http.Client{Transport: &http.Transport{
			DisableKeepAlives: true,
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, "unix", path)
			},
		}},
	}
	watch, stop := context.WithCancel(context.WithoutCancel(ctx))
	e.stop = stop
	go e.watch(watch)
	if err := e.WaitReady(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("start engine: %w", err), e.Stop())
	}
	return e, nil
}

// SocketPath is where the engine of a data directory listens. The path of a unix
// socket is short, so a long directory's socket is in the temporary directory.
func SocketPath(dataDir string) string {
	path := filepath.Join(dataDir, "engine.sock")
	if len(path) < 100 {
		return path
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("platform-engine-%x.sock", hash(dataDir)))
}

func hash(s string) (h uint64) {
	h = 14695981039346656037 // FNV-1a
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// Socket is where the engine listens.
func (e *Engine) Socket() string { return e.opts.Engine.Socket }

// Ready returns nil, or an *Unavailable that says when to try again.
func (e *Engine) Ready() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ready {
		return nil
	}
	return &Unavailable{RetryAfter: max(time.Until(e.retryAt), time.Second)}
}

// Restarts says how often the engine had to be started again.
func (e *Engine) Restarts() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.restarts
}

// PID is the process id of the running engine, or 0.
func (e *Engine) PID() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.pid
}

// WaitReady waits until the engine answers.
func (e *Engine) WaitReady(ctx context.Context) error {
	for {
		e.mu.Lock()
		ready, changed, failure := e.ready, e.changed, e.failure
		e.mu.Unlock()
		if ready {
			return nil
		}
		select {
		case <-changed:
		case <-e.done:
			return failure
		case <-ctx.Done():
			return errors.Join(ctx.Err(), failure)
		}
	}
}

// Stop lets running statements finish, stops the engine and returns when it has ended.
func (e *Engine) Stop() error {
	e.stop()
	<-e.done
	return nil
}

func (e *Engine) set(ready bool, failure error, retryAt time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ready, e.failure, e.retryAt = ready, failure, retryAt
	close(e.changed)
	e.changed = make(chan struct{})
}

// watch starts the engine again and again until ctx ends.
func (e *Engine) watch(ctx context.Context) {
	defer close(e.done)
	// The kernel signals a child when the thread that started it ends.
	runtime.LockOSThread()
	delay := e.opts.FirstDelay
	for first := true; ; first = false {
		begun := time.Now()
		served, err := e.runOnce(ctx)
		if ctx.Err() != nil {
			e.set(false, ctx.Err(), time.Now())
			return
		}
		if first && !served {
			e.set(false, err, time.Now())
			return
		}
		if time.Since(begun) > 10*time.Second {
			delay = e.opts.FirstDelay
		}
		e.opts.Log.Error("engine ended", "reason", err, "restart_in", delay)
		e.set(false, err, time.Now().Add(delay+time.Second))
		select {
		case <-ctx.Done():
			return
		case <-time.After(delay):
		}
		delay = min(2*delay, e.opts.MaxDelay)
		e.mu.Lock()
		e.restarts++
		e.mu.Unlock()
	}
}

// runOnce runs one child to its end. It says whether it came to serve.
func (e *Engine) runOnce(ctx context.Context) (served bool, err error) {
	args := append(append(append([]string{}, e.opts.Program[1:]...), e.opts.Engine.Args()...), "-with-parent")
	cmd := exec.Command(e.opts.Program[0], args...)
	cmd.Env = append(append(os.Environ(), e.opts.Env...), engine.PasswordVariable+"="+e.opts.Engine.Password)
	said := &tail{w: e.opts.Output}
	cmd.Stdout, cmd.Stderr = said, said
	cmd.SysProcAttr = childAttributes()
	lifeline, err := cmd.StdinPipe() // ends when this process does, however it ends
	if err != nil {
		return false, fmt.Errorf("run engine: %w", err)
	}
	defer lifeline.Close()
	if err := cmd.Start(); err != nil {
		return false, fmt.Errorf("run engine: %w", err)
	}
	e.mu.Lock()
	e.pid = cmd.Process.Pid
	e.mu.Unlock()
	exited, checked := make(chan struct{}), make(chan bool)
	go func() { checked <- e.check(ctx, cmd.Process, exited) }()
	err = cmd.Wait()
	close(exited)
	served = <-checked
	e.mu.Lock()
	e.pid = 0
	e.mu.Unlock()
	if err == nil {
		err = errors.New("it exited")
	}
	return served, fmt.Errorf("run engine: %w: %s", err, said)
}

// check waits for the first answer, then asks regularly; a child that does not
// answer is killed. When ctx ends it ends the child, politely first.
func (e *Engine) check(ctx context.Context, child *os.Process, exited <-chan struct{}) (served bool) {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		<-exited
		cancel()
	}()
	every := time.NewTicker(20 * time.Millisecond)
	defer every.Stop()
	for misses := 0; misses < 3; {
		select {
		case <-exited:
			return served
		case <-ctx.Done():
			e.end(child, exited)
			return served
		case <-every.C:
		}
		switch err := e.ask(asking); {
		case err == nil && !served:
			served = true
			e.set(true, nil, time.Time{})
			every.Reset(2 * time.Second)
		case err == nil:
			misses = 0
		case served && asking.Err() == nil:
			misses++
			e.opts.Log.Warn("engine does not answer", "reason", err)
		}
	}
	e.opts.Log.Error("engine does not answer; killing it")
	_ = child.Kill()
	<-exited
	return served
}

// end asks the child to stop and kills it if it does not.
func (e *Engine) end(child *os.Process, exited <-chan struct{}) {
	_ = child.Signal(syscall.SIGTERM)
	grace := e.opts.Engine.Grace
	if grace == 0 {
		grace = 20 * time.Second
	}
	select {
	case <-exited:
	case <-time.After(grace + 20*time.Second):
		_ = child.Kill()
		<-exited
	}
}

func (e *Engine) ask(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://engine/health", nil)
	if err != nil {
		return err
	}
	resp, err := e.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("health: status %d", resp.StatusCode)
	}
	return nil
}
