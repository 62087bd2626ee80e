// Package backup writes and reads archives of a whole deployment: control
// data, the master key, and the embedded engine's databases.
//
//  1. backup.go writes the archive: control data as of one moment, then each
//     project's telemetry as the engine backs it up.
//  2. restore.go reads it back, also into another kind of control store.
//
// An archive is a tar file: manifest.json first, then control/<table>.jsonl,
// master.key and engine/<database>/….
package backup

import (
	"archive/tar"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/storage/sqlstore"
)

const formatVersion = 1

// Manifest says what an archive holds.
type Manifest struct {
	Format    int       `json:"format"`
	Platform  string    `json:"platform"`  // release that wrote it
	Created   time.Time `json:"created"`   // moment of the control data
	Schema    int64     `json:"schema"`    // version of the control store's schema
	Databases []string  `json:"databases"` // of the embedded engine
}

// Parts are what is backed up or restored.
type Parts struct {
	Control       *sqlstore.DB
	MasterKeyFile string         // "" leaves the key out
	Engine        *clickhouse.DB // nil leaves the engine's data out
	WorkDir       string         // absolute; where the engine's copies are laid for the moment
	Replace       bool           // databases that exist are replaced by a restore
	Progress      io.Writer      // a line for each step
}

// Write makes an archive of the databases. It appears under its name only
// when it is complete.
func Write(ctx context.Context, path, release string, p Parts, databases []string) error {
	partial, err := os.OpenFile(path+".partial", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("create archive: %w", err)
	}
	defer os.Remove(partial.Name())
	defer partial.Close()
	w := &writer{Parts: p, tar: tar.NewWriter(partial)}
	if err := w.write(ctx, release, databases); err != nil {
		return err
	}
	if err := w.tar.Close(); err != nil {
		return fmt.Errorf("finish archive: %w", err)
	}
	if err := partial.Sync(); err != nil {
		return fmt.Errorf("finish archive: %w", err)
	}
	if err := os.Rename(partial.Name(), path); err != nil {
		return fmt.Errorf("finish archive: %w", err)
	}
	fmt.Fprintf(p.Progress, "archive: %s, %s\n", path, size(w.bytes))
	return nil
}

type writer struct {
	Parts
	tar   *tar.Writer
	bytes int64
}

func (w *writer) write(ctx context.Context, release string, databases []string) error {
	_, newest, err := w.Control.Version(ctx)
	if err != nil {
		return err
	}
	if w.Engine == nil {
		databases = nil
	}
	m := Manifest{Format: formatVersion, Platform: release, Created: time.Now().UTC(), Schema: newest, Databases: databases}
	raw, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	if err := w.add("manifest.json", int64(len(raw)), strings.NewReader(string(raw))); err != nil {
		return err
	}
	if err := w.control(ctx); err != nil {
		return err
	}
	if w.MasterKeyFile != "" {
		if err := w.file("master.key", w.MasterKeyFile); err != nil {
			return err
		}
		fmt.Fprintln(w.Progress, "master key: included; keep the archive as safe as the key itself")
	}
	for i, database := range databases {
		if err := w.database(ctx, database, fmt.Sprintf("%d of %d", i+1, len(databases))); err != nil {
			return fmt.Errorf("back up %s: %w", database, err)
		}
	}
	return nil
}

// control adds the tables. The size of an entry comes before it, so each table
// is written to a temporary file first.
func (w *writer) control(ctx context.Context) error {
	temporary, err := os.CreateTemp("", "platform-dump-*") // 0600
	if err != nil {
		return fmt.Errorf("dump control data: %w", err)
	}
	defer os.Remove(temporary.Name())
	defer temporary.Close()
	return w.Control.Dump(ctx, func(string) (io.Writer, error) {
		if _, err := temporary.Seek(0, io.SeekStart); err != nil {
			return nil, fmt.Errorf("dump control data: %w", err)
		}
		return temporary, temporary.Truncate(0)
	}, func(table string, rows int) error {
		length, err := temporary.Seek(0, io.SeekEnd)
		if err != nil {
			return fmt.Errorf("dump %s: %w", table, err)
		}
		if _, err := temporary.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("dump %s: %w", table, err)
		}
		fmt.Fprintf(w.Progress, "control: %s, %d rows\n", table, rows)
		return w.add("control/"+table+".jsonl", length, temporary)
	})
}

// database lets the engine make a consistent copy, adds it and removes it.
func (w *writer) database(ctx context.Context, database, count string) error {
	dir := filepath.Join(w.WorkDir, "platform-"+strings.ToLower(rand.Text()))
	defer os.RemoveAll(dir)
	if err := w.Engine.Backup(ctx, dir, []string{database}, w.steps("telemetry: "+database)); err != nil {
		return err
	}
	before := w.bytes
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		relative, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		return w.file("engine/"+database+"/"+filepath.ToSlash(relative), path)
	})
	if err != nil {
		return fmt.Errorf("copy what the engine wrote: %w", err)
	}
	fmt.Fprintf(w.Progress, "telemetry: %s, %s (%s)\n", database, size(w.bytes-before), count)
	return nil
}

// steps returns a function that writes a line for every tenth that is done.
func (p Parts) steps(what string) func(clickhouse.Progress) {
	told := uint64(0)
	return func(now clickhouse.Progress) {
		if now.TotalBytes == 0 {
			return
		}
		if tenths := now.Bytes * 10 / now.TotalBytes; tenths > told && tenths < 10 {
			told = tenths
			fmt.Fprintf(p.Progress, "%s, %d %% of %s\n", what, tenths*10, size(int64(now.TotalBytes)))
		}
	}
}

func (w *writer) file(name, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("add %s: %w", name, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("add %s: %w", name, err)
	}
	return w.add(name, info.Size(), f)
}

func (w *writer) add(name string, length int64, content io.Reader) error {
	err := w.tar.WriteHeader(&tar.Header{Name: name, Size: length, Mode: 0o600, Typeflag: tar.TypeReg, Format: tar.FormatPAX})
	if err != nil {
		return fmt.Errorf("add %s: %w", name, err)
	}
	n, err := io.Copy(w.tar, content)
	w.bytes += n
	if err != nil {
		return fmt.Errorf("add %s: %w", name, err)
	}
	return nil
}

func size(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%.1f KiB", float64(bytes)/(1<<10))
}
