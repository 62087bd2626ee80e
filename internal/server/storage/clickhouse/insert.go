package clickhouse

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	ch "github.com/ClickHouse/clickhouse-go/v2"
)

// InsertOptions change how a block is inserted.
type InsertOptions struct {
	// Token identifies the content: of inserts with the same token into the same
	// table, those after the first change nothing, in views neither, as long as
	// the table remembers it. Empty: every insert counts.
	Token string
}

// Unavailable is returned when the store cannot take an insert now: nothing was inserted.
type Unavailable struct {
	RetryAfter time.Duration
	Reason     error
}

func (u *Unavailable) Error() string { return fmt.Sprintf("ClickHouse is unavailable: %v", u.Reason) }
func (u *Unavailable) Unwrap() error { return u.Reason }

// InsertBlock inserts one block in Native format at revision 0, of these columns in
// this order. When it returns nil the store has the rows; after an error that is
// neither *ch.Exception nor *Unavailable the outcome is unknown.
func (db *DB) InsertBlock(ctx context.Context, table string, columns []string, block []byte, opts InsertOptions) error {
	return db.InsertBlocks(ctx, table, columns, [][]byte{block}, opts)
}

// InsertBlocks inserts blocks of the same columns that follow each other as one insert.
func (db *DB) InsertBlocks(ctx context.Context, table string, columns []string, blocks [][]byte, opts InsertOptions) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "", nil)
	if err != nil {
		return fmt.Errorf("insert into %s: %w", table, err)
	}
	target := *db.base
	target.Host = hostPort(db.base)
	target.RawQuery = url.Values{"query": {insertStatement(db.cfg.Database, table, columns, opts)}}.Encode()
	req.URL, req.Host = &target, target.Host
	var size int64
	for _, b := range blocks {
		size += int64(len(b))
	}
	req.ContentLength = size
	req.GetBody = func() (io.ReadCloser, error) { return body(blocks), nil }
	req.Body = body(blocks)
	if db.user != nil {
		password, _ := db.user.Password()
		req.SetBasicAuth(db.user.Username(), password)
	}
	resp, err := db.client.Do(req)
	if err != nil {
		return fmt.Errorf("insert into %s: %w", table, unsent(withoutURL(err)))
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	if resp.StatusCode == http.StatusOK && resp.Header.Get("X-ClickHouse-Exception-Code") == "" {
		return nil
	}
	return fmt.Errorf("insert into %s: %w", table, exception(resp, string(text)))
}

// insertStatement carries its settings itself: a request without settings is
// cheaper for the embedded engine. Skip indexes are left to the first merge, and rows
// are not merged within the block: together a third of the cost of a large insert, while
// fresh parts are small enough to be read without. Blocks leave no field out, so the reader
// of the format need not prepare defaults, a tenth of the cost of a small one; those of columns that are not
// named are filled in all the same.
func insertStatement(database, table string, columns []string, opts InsertOptions) string {
	var b strings.Builder
	b.WriteString("INSERT INTO ")
	if database != "" {
		b.WriteString(Ident(database) + ".")
	}
	b.WriteString(Ident(table) + " (")
	for i, c := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(Ident(c))
	}
	b.WriteString(") SETTINGS async_insert = 0, distributed_foreground_insert = 1, materialize_skip_indexes_on_insert = 0, optimize_on_insert = 0, input_format_defaults_for_omitted_fields = 0")
	if opts.Token != "" {
		b.WriteString(", insert_deduplication_token = " + Literal(opts.Token))
	}
	b.WriteString(" FORMAT Native")
	return b.String()
}

func body(blocks [][]byte) io.ReadCloser {
	readers := make([]io.Reader, len(blocks))
	for i, b := range blocks {
		readers[i] = bytes.NewReader(b)
	}
	return io.NopCloser(io.MultiReader(readers...))
}

// withoutURL takes the request's address, which is long and says nothing, off an error.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// unsent tells the store that nobody reached from one whose answer is missing.
func unsent(err error) error {
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return &Unavailable{RetryAfter: time.Second, Reason: err}
	}
	return err
}

var exceptionPattern = regexp.MustCompile(`(?s)^Code: (\d+)\. (DB::Exception: .*)`)

// exception makes the error clickhouse-go would have made of an answer.
func exception(resp *http.Response, text string) error {
	text = strings.TrimSpace(text)
	e := &ch.Exception{Name: "DB::Exception", Message: text}
	if m := exceptionPattern.FindStringSubmatch(text); m != nil {
		code, _ := strconv.Atoi(m[1])
		e.Code, e.Message = int32(code), strings.TrimPrefix(m[2], "DB::Exception: ")
	}
	if resp.StatusCode == http.StatusServiceUnavailable || resp.StatusCode == http.StatusTooManyRequests {
		seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			seconds = 1
		}
		return &Unavailable{RetryAfter: time.Duration(seconds) * time.Second, Reason: e}
	}
	return e
}

// Ident quotes an identifier.
func Ident(name string) string {
	return "`" + strings.NewReplacer(`\`, `\\`, "`", "\\`").Replace(name) + "`"
}

// Literal quotes a string.
func Literal(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
