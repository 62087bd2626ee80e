package sqltest

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// Postgres is a PostgreSQL server of its own, in a temporary folder and on a
// unix socket only.
type Postgres struct {
	bin string
	dir string
	cmd *exec.Cmd
}

// NewPostgres makes a server and starts it.
func NewPostgres() (*Postgres, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "pg") // short: a socket's path has about 100 bytes
	if err != nil {
		return nil, fmt.Errorf("make folder: %w", err)
	}
	p := &Postgres{bin: bin, dir: dir}
	if id := credential(); id != nil {
		if err := os.Chown(dir, int(id.Uid), int(id.Gid)); err != nil {
			return nil, fmt.Errorf("hand over folder: %w", err)
		}
	}
	initdb := p.command("initdb", "-D", p.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions")
	if out, err := initdb.CombinedOutput(); err != nil {
		p.Remove()
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	if err := p.Start(); err != nil {
		p.Remove()
		return nil, err
	}
	return p, nil
}

func (p *Postgres) data() string { return filepath.Join(p.dir, "data") }

// Address names a database of the server.
func (p *Postgres) Address(database string) string {
	return "postgres:///" + database + "?user=postgres&host=" + p.dir
}

// Start starts the server and waits until it answers.
func (p *Postgres) Start() error {
	var log bytes.Buffer
	cmd := p.command("postgres", "-D", p.data(), "-k", p.dir, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60", "-c", "shared_buffers=16MB")
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start postgres: %w", err)
	}
	p.cmd = cmd
	ready := p.command("pg_isready", "-q", "-h", p.dir, "-t", "1")
	for range 300 {
		if ready.Run() == nil {
			return nil
		}
		ready = p.command("pg_isready", "-q", "-h", p.dir, "-t", "1")
		time.Sleep(20 * time.Millisecond) // between two questions, not for a result
	}
	p.Stop()
	return fmt.Errorf("postgres does not answer: %s", log.String())
}

// Stop ends the server and all its connections at once.
func (p *Postgres) Stop() {
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Signal(syscall.SIGINT) // fast shutdown
	_ = p.cmd.Wait()
	p.cmd = nil
}

// Remove stops the server and removes its folder.
func (p *Postgres) Remove() {
	p.Stop()
	os.RemoveAll(p.dir)
}

// Listening reports whether the server's socket takes connections.
func (p *Postgres) Listening() bool {
	c, err := net.Dial("unix", filepath.Join(p.dir, ".s.PGSQL.5432"))
	if err != nil {
		return false
	}
	c.Close()
	return true
}

func (p *Postgres) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(p.bin, name), args...)
	cmd.Dir = p.dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential()}
	return cmd
}

// credential is the user that PostgreSQL runs as when the test runs as root,
// which it refuses.
func credential() *syscall.Credential {
	if os.Getuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, _ := strconv.ParseUint(u.Uid, 10, 32)
		gid, _ := strconv.ParseUint(u.Gid, 10, 32)
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	return nil
}
