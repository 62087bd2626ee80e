package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"platform/internal/server/engine/chdb"
)

// Options say where the engine keeps its data, where it listens and what it may use.
type Options struct {
	DataDir  string // tables, and the lock that keeps a second engine out
	Library  string // libchdb; empty: looked for, see FindLibrary
	Socket   string // unix socket, mode 0600
	Addr     string // also listen on this loopback address; empty: no
	Password string // asked for on Addr, where any local user can connect

	Reads  int   // SELECTs at once; 0: twice the CPUs, at least 4
	Writes int   // other statements at once; 0: twice the CPUs, at least 4
	Queue  int   // requests that may wait; 0: 1000
	Memory int64 // bytes for all statements together; 0: 60 % of the machine's
	Body   int64 // largest insert, in bytes after decompression; 0: 4 GiB

	Fsync bool          // an acknowledged insert survives power loss
	Grace time.Duration // statements may finish for so long on shutdown; 0: 20 s
	Stuck time.Duration // a statement that goes on so long after it was ended ends the engine; 0: 2 min
	Log   *slog.Logger
}

func (o Options) withDefaults() Options {
	cpus := max(4, 2*runtime.NumCPU())
	o.Reads = cmpOr(o.Reads, cpus)
	o.Writes = cmpOr(o.Writes, cpus)
	o.Queue = cmpOr(o.Queue, 1000)
	o.Memory = cmpOr(o.Memory, physicalMemory()*6/10)
	o.Body = cmpOr(o.Body, 4<<30)
	o.Grace = cmpOr(o.Grace, 20*time.Second)
	o.Stuck = cmpOr(o.Stuck, 2*time.Minute)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

func cmpOr[T int | int64 | time.Duration](v, otherwise T) T {
	if v > 0 {
		return v
	}
	return otherwise
}

// Run serves until ctx ends, then lets statements finish, closes the tables and returns.
func Run(ctx context.Context, opts Options) error {
	opts = opts.withDefaults()
	if opts.Addr != "" && !isLoopback(opts.Addr) {
		return fmt.Errorf("listen on %s: the engine listens on loopback addresses only", opts.Addr)
	}
	if opts.Addr != "" && opts.Password == "" {
		return errors.New("listen on a loopback address: a password is needed, any local user can connect")
	}
	if err := os.MkdirAll(opts.DataDir, 0o700); err != nil {
		return fmt.Errorf("create data directory: %w", err)
	}
	unlock, err := lockDir(opts.DataDir)
	if err != nil {
		return err
	}
	defer unlock()

	store := filepath.Join(opts.DataDir, "store")
	if err := sweep(store, 0); err != nil {
		opts.Log.Warn("dropped tables still take room", "reason", err)
	}
	if err := repairLogs(store); err != nil {
		return err // going on could lose what a sender repeats
	}
	lanes, err := openLanes(opts, store)
	if err != nil {
		return err
	}
	defer lanes.close()
	listeners, err := listen(opts)
	if err != nil {
		return err
	}
	sweeping, stop := context.WithCancel(ctx)
	defer stop()
	go keepSwept(sweeping, store, opts.Log)
	h := newHandler(opts, lanes)
	defer h.sessions.close()
	return serve(ctx, opts, h, lanes, listeners)
}

// openLanes loads the library and starts the engine in it.
func openLanes(opts Options, store string) (*lanes, error) {
	path, err := FindLibrary(opts.Library, opts.DataDir)
	if err != nil {
		return nil, err
	}
	lib, err := chdb.Open(path)
	if err != nil {
		return nil, err
	}
	config, err := writeConfig(opts)
	if err != nil {
		return nil, err
	}
	return newLanes(lib, opts.Stuck, "--path="+store, "--config-file="+config)
}

func listen(opts Options) ([]net.Listener, error) {
	// The lock on the data directory is held, so a socket that is there is a dead one's.
	if err := os.Remove(opts.Socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("remove stale socket: %w", err)
	}
	unix, err := net.Listen("unix", opts.Socket)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	if err := os.Chmod(opts.Socket, 0o600); err != nil {
		unix.Close()
		return nil, fmt.Errorf("protect socket: %w", err)
	}
	if opts.Addr == "" {
		return []net.Listener{unix}, nil
	}
	tcp, err := net.Listen("tcp", opts.Addr)
	if err != nil {
		unix.Close()
		return nil, fmt.Errorf("listen: %w", err)
	}
	return []net.Listener{unix, tcp}, nil
}

func serve(ctx context.Context, opts Options, h http.Handler, lanes *lanes, listeners []net.Listener) error {
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 30 * time.Second,
		IdleTimeout:       10 * time.Minute,
		MaxHeaderBytes:    1 << 20,
		ErrorLog:          slog.NewLogLogger(opts.Log.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() { failed <- srv.Serve(l) }()
	}
	opts.Log.Info("engine ready", "socket", opts.Socket, "reads", opts.Reads, "writes", opts.Writes, "memory", opts.Memory)
	select {
	case err := <-failed:
		srv.Close()
		return fmt.Errorf("serve: %w", err)
	case <-lanes.stuck:
		// Its place would be taken for ever. Who asked for other statements repeats them.
		srv.Close()
		return fmt.Errorf("serve: a statement goes on %v after it was ended", opts.Stuck)
	case <-ctx.Done():
	}
	opts.Log.Info("engine stopping", "running", lanes.running())
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), opts.Grace)
	defer cancel()
	if err := srv.Shutdown(grace); err != nil {
		lanes.killAll()
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = srv.Shutdown(last)
		srv.Close()
	}
	return nil
}

func isLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || (ip != nil && ip.IsLoopback())
}
