package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// manifestLimit and keyLimit bound what is read into memory.
const (
	manifestLimit = 1 << 20
	keyLimit      = 64 << 10
)

// ReadManifest returns what an archive says it holds.
func ReadManifest(archive io.Reader) (Manifest, error) {
	return readManifest(tar.NewReader(archive))
}

func readManifest(t *tar.Reader) (m Manifest, err error) {
	header, err := t.Next()
	if err != nil || header.Name != "manifest.json" {
		return m, errors.New("not an archive of the platform")
	}
	if err := json.NewDecoder(io.LimitReader(t, manifestLimit)).Decode(&m); err != nil {
		return m, fmt.Errorf("read manifest: %w", err)
	}
	if m.Format != formatVersion {
		return m, fmt.Errorf("the archive has format %d; this program reads format %d", m.Format, formatVersion)
	}
	for _, database := range m.Databases {
		if !databaseName.MatchString(database) {
			return m, fmt.Errorf("read manifest: %q is not the name of a database", database)
		}
	}
	return m, nil
}

var (
	databaseName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,62}$`)
	tableName    = regexp.MustCompile(`^control/([a-z0-9_]{1,63})\.jsonl$`)
)

// Read restores an archive. The control store must have the schema of this
// program; what it held is replaced, all or nothing. Then each database is
// restored; one that exists already is an error, unless it may be replaced.
func Read(ctx context.Context, archive io.Reader, p Parts) error {
	r := &reader{Parts: p, tar: tar.NewReader(archive)}
	m, err := readManifest(r.tar)
	if err != nil {
		return err
	}
	_, newest, err := p.Control.Version(ctx)
	if err != nil {
		return err
	}
	if m.Schema > newest {
		return fmt.Errorf("the archive was written by a newer release (%s): its schema is %d, this program knows %d", m.Platform, m.Schema, newest)
	}
	fmt.Fprintf(p.Progress, "archive of %s, written by release %s\n", m.Created.Format("2006-01-02 15:04:05 MST"), m.Platform)
	if err := p.Control.Load(ctx, r.nextTable, func(table string, rows int) { fmt.Fprintf(p.Progress, "control: %s, %d rows\n", table, rows) }); err != nil {
		return fmt.Errorf("restore control data: %w", err)
	}
	if err := r.masterKey(); err != nil {
		return err
	}
	return r.databases(ctx, m)
}

type reader struct {
	Parts
	tar  *tar.Reader
	held *tar.Header // read, but not of the part that was being read
}

func (r *reader) next() (*tar.Header, error) {
	if h := r.held; h != nil {
		r.held = nil
		return h, nil
	}
	h, err := r.tar.Next()
	if err != nil {
		return nil, err
	}
	if h.Typeflag != tar.TypeReg || !filepath.IsLocal(filepath.FromSlash(h.Name)) || path.Clean(h.Name) != h.Name {
		return nil, fmt.Errorf("the archive holds %q, which is none of its kind", h.Name)
	}
	return h, nil
}

func (r *reader) nextTable() (string, io.Reader, error) {
	h, err := r.next()
	if err != nil {
		return "", nil, err
	}
	table := tableName.FindStringSubmatch(h.Name)
	if table == nil {
		r.held = h
		return "", nil, io.EOF
	}
	return table[1], r.tar, nil
}

// masterKey writes the key where it is wanted. A different one that is there
// already stays: what it sealed would be lost.
func (r *reader) masterKey() error {
	h, err := r.next()
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read archive: %w", err)
	}
	if h.Name != "master.key" {
		r.held = h
		return nil
	}
	key, err := io.ReadAll(io.LimitReader(r.tar, keyLimit))
	if err != nil {
		return fmt.Errorf("read master key: %w", err)
	}
	if r.MasterKeyFile == "" {
		return nil
	}
	there, err := os.ReadFile(r.MasterKeyFile)
	switch {
	case err == nil && bytes.Equal(there, key):
		return nil
	case err == nil:
		return fmt.Errorf("restore master key: %s holds another key; move it away first", r.MasterKeyFile)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("restore master key: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(r.MasterKeyFile), 0o700); err != nil {
		return fmt.Errorf("restore master key: %w", err)
	}
	if err := os.WriteFile(r.MasterKeyFile, key, 0o600); err != nil {
		return fmt.Errorf("restore master key: %w", err)
	}
	fmt.Fprintln(r.Progress, "master key: restored")
	return nil
}

// databases restores telemetry, one database after the other: its files are
// laid where the engine reads backups from.
func (r *reader) databases(ctx context.Context, m Manifest) error {
	if len(m.Databases) == 0 {
		return nil
	}
	if r.Engine == nil {
		fmt.Fprintln(r.Progress, "telemetry: left out, there is no embedded engine here")
		return nil
	}
	if err := os.MkdirAll(r.WorkDir, 0o755); err != nil {
		return fmt.Errorf("prepare restore: %w", err)
	}
	root, err := os.OpenRoot(r.WorkDir)
	if err != nil {
		return fmt.Errorf("prepare restore: %w", err)
	}
	defer root.Close()
	for i, database := range m.Databases {
		if err := r.database(ctx, root, database, fmt.Sprintf("%d of %d", i+1, len(m.Databases))); err != nil {
			return fmt.Errorf("restore %s: %w", database, err)
		}
	}
	if h, err := r.next(); err != io.EOF {
		if err == nil {
			return fmt.Errorf("the archive holds %q, which its manifest does not name", h.Name)
		}
		return fmt.Errorf("read archive: %w", err)
	}
	return nil
}

func (r *reader) database(ctx context.Context, root *os.Root, database, count string) error {
	name := "platform-" + strings.ToLower(rand.Text())
	defer root.RemoveAll(name)
	var bytes int64
	for {
		h, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("read archive: %w", err)
		}
		file, ours := strings.CutPrefix(h.Name, "engine/"+database+"/")
		if !ours {
			r.held = h
			break
		}
		n, err := extract(root, path.Join(name, file), r.tar)
		if err != nil {
			return fmt.Errorf("unpack %s: %w", file, err)
		}
		bytes += n
	}
	if err := r.Engine.Restore(ctx, filepath.Join(r.WorkDir, name), []string{database}, r.Replace, r.steps("telemetry: "+database)); err != nil {
		return err
	}
	fmt.Fprintf(r.Progress, "telemetry: %s, %s (%s)\n", database, size(bytes), count)
	return nil
}

func extract(root *os.Root, name string, content io.Reader) (int64, error) {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return 0, err
	}
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(f, content)
	return n, errors.Join(err, f.Close())
}
