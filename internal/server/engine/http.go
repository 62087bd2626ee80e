package engine

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"platform/internal/server/engine/chdb"
)

// handler is ClickHouse's HTTP interface.
type handler struct {
	lanes    *lanes
	sessions *sessions
	reads    *gate
	writes   *gate
	spoolDir string
	body     int64
	password string
	log      *slog.Logger
}

func newHandler(opts Options, lanes *lanes) *handler {
	if v, err := lanes.ask("SELECT version()"); err == nil {
		version = v
	}
	spool := filepath.Join(opts.DataDir, "spool")
	os.RemoveAll(spool) // what a killed predecessor left
	if err := os.MkdirAll(spool, 0o700); err != nil {
		opts.Log.Warn("large inserts will fail", "reason", err)
	}
	return &handler{
		lanes:    lanes,
		sessions: &sessions{open: lanes.open, byID: map[string]*openSession{}},
		reads:    newGate(opts.Reads, opts.Queue),
		writes:   newGate(opts.Writes, opts.Queue),
		spoolDir: spool,
		body:     opts.Body,
		password: opts.Password,
		log:      opts.Log,
	}
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/ping" || r.URL.Path == "/" && r.Method != http.MethodPost && !r.URL.Query().Has("query") {
		w.Header().Set("Content-Type", "text/html; charset=UTF-8")
		io.WriteString(w, "Ok.\n")
		return
	}
	if r.URL.Path == "/health" {
		h.health(w)
		return
	}
	if r.URL.Path != "/" {
		http.Error(w, "There is no handle "+r.URL.Path, http.StatusNotFound)
		return
	}
	if !h.allowed(r) {
		code, message := codeOf(exceptionf(codeAuthentication, "default: Authentication failed: password is incorrect, or there is no user with such name"))
		writeException(w, code, message)
		return
	}
	body, err := decoded(r)
	if err == nil {
		var q *request
		if q, err = readRequest(r, &limited{r: body, left: h.body, max: h.body}); err == nil {
			h.answer(w, r, q)
			return
		}
	}
	code, message := codeOf(err)
	writeException(w, code, message+" (version "+version+")")
}

// health answers whether the engine itself, not only this process, is alive.
func (h *handler) health(w http.ResponseWriter) {
	if _, err := h.lanes.ask("SELECT 1"); err != nil {
		code, message := codeOf(err)
		writeException(w, code, message)
		return
	}
	io.WriteString(w, "Ok.\n")
}

// allowed checks the password where others than this user can connect.
func (h *handler) allowed(r *http.Request) bool {
	if addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok && addr.Network() == "unix" {
		return true
	}
	_, password, _ := r.BasicAuth()
	given := firstOf(password, r.Header.Get("X-ClickHouse-Key"), r.URL.Query().Get("password"))
	return subtle.ConstantTimeCompare([]byte(given), []byte(h.password)) == 1
}

func (h *handler) answer(w http.ResponseWriter, r *http.Request, q *request) {
	if q.queryID == "" {
		q.queryID = strings.ToLower(rand.Text())
	}
	a := newAnswer(w, r, q)
	a.mark = h.lanes.mark()
	counters, err := h.execute(r.Context(), q, a)
	if err == nil {
		err = a.end(counters)
	}
	if err == nil {
		return
	}
	if r.Context().Err() != nil { // nobody listens
		h.log.Debug("client left", "query_id", q.queryID)
		panic(http.ErrAbortHandler)
	}
	a.fail(err)
}

// execute admits the statement and runs it. Data is read before, so that a slow
// sender does not hold a place.
func (h *handler) execute(ctx context.Context, q *request, a *answer) (chdb.Counters, error) {
	var data *spool
	if q.statement.kind == insert {
		var err error
		if data, err = newSpool(q.data, h.spoolDir); err != nil {
			return chdb.Counters{}, err
		}
		defer data.Close()
	}
	gate := h.writes
	if q.statement.kind == query {
		gate = h.reads
	}
	if err := gate.enter(ctx, q.database); errors.Is(err, errFull) {
		return chdb.Counters{}, exceptionf(codeTooManyQueries, "Too many simultaneous queries")
	} else if err != nil {
		return chdb.Counters{}, err
	}
	defer gate.leave()
	conn, release, err := h.connect(ctx, q, a.mark)
	if err != nil {
		return chdb.Counters{}, err
	}
	if q.progress > 0 {
		defer h.followProgress(ctx, q, a)()
	}
	counters, err := h.run(ctx, conn, q, data, a)
	release(err)
	return counters, err
}

// connect returns a connection in the state the request asks for. It is released
// with the statement's outcome: one that failed stays on a session's connection,
// among the running ones, until the next. What it runs carries the mark of the
// statement: when the client leaves, only that is ended.
func (h *handler) connect(ctx context.Context, q *request, mark string) (conn *chdb.Conn, release func(error), err error) {
	if q.session.id != "" {
		if conn, err = h.sessions.take(q.session); err != nil {
			return nil, nil, err
		}
		release = func(failed error) {
			if failed != nil {
				_, _, _ = h.lanes.run(context.WithoutCancel(ctx), conn, mark, "SELECT 1", "Null", nil)
			}
			h.sessions.give(q.session)
		}
	} else {
		if conn, err = h.lanes.open(); err != nil {
			return nil, nil, err
		}
		release = func(error) { conn.Close() }
	}
	for _, sql := range q.preparation(mark) {
		if _, _, err := h.lanes.run(ctx, conn, mark, sql, "Null", nil); err != nil {
			release(err)
			return nil, nil, err
		}
	}
	return conn, release, nil
}

// preparation is what to run before the statement. One with parameters is found again by
// the mark in its log_comment, see marked, unless the request brings a comment of its own.
func (q *request) preparation(mark string) []string {
	var sql, set []string
	if q.database != "" {
		sql = append(sql, "USE `"+escape(q.database, '`')+"`")
	}
	if len(q.params) > 0 {
		set = append(set, "log_comment = '"+mark+"'")
	}
	for _, s := range q.settings {
		set = append(set, s.Name+" = '"+escape(s.Value, '\'')+"'")
	}
	if len(set) > 0 {
		sql = append(sql, "SET "+strings.Join(set, ", "))
	}
	return sql
}

// escape makes s safe between quotes of that kind.
func escape(s string, quote byte) string {
	return strings.NewReplacer(`\`, `\\`, string(quote), `\`+string(quote), "\x00", `\0`).Replace(s)
}
