// Package schema creates and migrates the telemetry tables of a project.
//
//  1. The numbered files are templates of idempotent statements; what was
//     released is never changed, only added to.
//  2. render.go fills them in for a plain database or for a cluster.
//  3. migrate.go runs those that the database has not seen, and notes them.
package schema

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"text/template"
	"time"
)

//go:embed *.sql
var files embed.FS

// Options say whose tables to make.
type Options struct {
	Database  string
	Cluster   string        // ON CLUSTER, Replicated and Distributed tables; empty: plain ones
	Retention time.Duration // rows older than this are dropped; 0: kept
	Window    int           // inserts a table remembers to leave out repeated ones; 0: 10,000
}

// Migration is one file, filled in.
type Migration struct {
	Version    int
	Name       string
	Checksum   string // of the file as it is, so that options do not change it
	Statements []string
}

// Render returns the migrations for these options in order.
func Render(opts Options) ([]Migration, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	var all []Migration
	for _, name := range names { // Glob sorts
		raw, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read migration: %w", err)
		}
		m, err := renderFile(name, string(raw), opts)
		if err != nil {
			return nil, fmt.Errorf("render migration %s: %w", name, err)
		}
		all = append(all, m)
	}
	return all, nil
}

func renderFile(name, raw string, opts Options) (Migration, error) {
	number, rest, _ := strings.Cut(strings.TrimSuffix(name, ".sql"), "_")
	version, err := strconv.Atoi(number)
	if err != nil {
		return Migration{}, err
	}
	t, err := template.New(name).Funcs(opts.funcs()).Parse(raw)
	if err != nil {
		return Migration{}, err
	}
	var b strings.Builder
	if err := t.Execute(&b, nil); err != nil {
		return Migration{}, err
	}
	sum := sha256.Sum256([]byte(raw))
	m := Migration{Version: version, Name: rest, Checksum: hex.EncodeToString(sum[:])}
	for statement := range strings.SplitSeq(b.String(), ";\n") {
		if s := strings.Trim(strings.TrimSpace(statement), ";"); s != "" {
			m.Statements = append(m.Statements, s)
		}
	}
	return m, nil
}

// funcs are what the templates call.
func (o Options) funcs() template.FuncMap {
	return template.FuncMap{
		"name":        o.name,
		"table":       o.table,
		"cluster":     o.onCluster,
		"engine":      o.engine,
		"ttl":         o.ttl,
		"settings":    o.settings,
		"distributed": o.distributed,
		"alter":       o.alter,
		"dropLocal":   o.dropLocal,

		"environment":        func() string { return environment("MATERIALIZED") },
		"environmentDefault": func() string { return "MODIFY COLUMN " + environment("DEFAULT") },
	}
}

func ident(s string) string {
	return "`" + strings.NewReplacer(`\`, `\\`, "`", "\\`").Replace(s) + "`"
}

// name is the full name of a table or view.
func (o Options) name(table string) string { return ident(o.Database) + "." + ident(table) }

// table is the full name of the table that holds the rows: on a cluster the one
// beside which a Distributed table has the plain name.
func (o Options) table(table string) string {
	if o.Cluster != "" {
		table += "_local"
	}
	return o.name(table)
}

func (o Options) onCluster() string {
	if o.Cluster == "" {
		return ""
	}
	return "ON CLUSTER " + ident(o.Cluster)
}

func (o Options) engine(kind, table string) string {
	if o.Cluster == "" {
		return kind
	}
	path := strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace("/clickhouse/tables/{shard}/" + o.Database + "/" + table)
	return "Replicated" + kind + "('" + path + "', '{replica}')"
}

func (o Options) ttl(column string) string {
	if o.Retention <= 0 {
		return ""
	}
	return "TTL " + ttlExpression(column, o.Retention)
}

func ttlExpression(column string, retention time.Duration) string {
	return fmt.Sprintf("toDateTime(%s) + toIntervalSecond(%d)", column, int64(retention.Seconds()))
}

// settings of all tables. A part of up to 128 MiB has its columns in one file: an
// insert of 40 columns then costs a fifth less, and merges make the wide parts.
// Replicated tables remember inserts by a setting of their own, which is on.
func (o Options) settings() string {
	s := "index_granularity = 8192, ttl_only_drop_parts = 1, min_bytes_for_wide_part = 134217728"
	if o.Cluster != "" {
		return s
	}
	window := o.Window
	if window == 0 {
		window = 10_000
	}
	return s + fmt.Sprintf(", non_replicated_deduplication_window = %d", window)
}

// environment is taken from the resource by its present name, else its former one,
// always or when the writer leaves it out.
func environment(kind string) string {
	return "Environment LowCardinality(String) " + kind + " if(ResourceAttributes['deployment.environment.name'] != '', " +
		"ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1))"
}

// distributed makes, on a cluster, the table that readers and writers use.
func (o Options) distributed(table, key string) string {
	if o.Cluster == "" {
		return ""
	}
	return fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s %s AS %s ENGINE = Distributed(%s, %s, %s, %s);\n",
		o.name(table), o.onCluster(), o.table(table), ident(o.Cluster), ident(o.Database), ident(table+"_local"), key)
}

// alter changes a table and, on a cluster, the distributed one that stands for it.
func (o Options) alter(table, change string) string {
	s := "ALTER TABLE " + o.table(table) + " " + o.onCluster() + " " + change + ";\n"
	if o.Cluster != "" {
		s += "ALTER TABLE " + o.name(table) + " " + o.onCluster() + " " + change + ";\n"
	}
	return s
}

// dropLocal drops, on a cluster, the table behind a distributed one.
func (o Options) dropLocal(table string) string {
	if o.Cluster == "" {
		return ""
	}
	return "DROP TABLE IF EXISTS " + o.table(table) + " " + o.onCluster() + " SETTINGS max_table_size_to_drop = 0;\n"
}
