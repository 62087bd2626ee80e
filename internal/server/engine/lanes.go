package engine

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"platform/internal/server/engine/chdb"
)

// lanes hands out connections. A connection runs one statement at a time, so each
// statement has one to itself. Opening one costs a fraction of a millisecond, and a
// used one is never in its initial state: it has settings, and holds the tables of
// its last statement, which keeps them from being dropped. So none is used twice.
type lanes struct {
	lib  *chdb.Library
	path string

	mu   sync.Mutex
	busy map[string]struct{} // marks of running statements

	control sync.Mutex // guards root
	root    *chdb.Conn // stays open: closing the last connection stops the engine
	next    atomic.Uint64
	killed  atomic.Bool // all statements were ended

	patience time.Duration // for a statement to end when it was told to
	stuck    chan struct{} // told of one that did not
}

func newLanes(lib *chdb.Library, patience time.Duration, args ...string) (*lanes, error) {
	root, err := lib.Connect(args...)
	if err != nil {
		return nil, err
	}
	return &lanes{lib: lib, path: args[0], root: root, busy: map[string]struct{}{}, patience: patience, stuck: make(chan struct{}, 1)}, nil
}

// open returns a new connection.
func (l *lanes) open() (*chdb.Conn, error) { return l.lib.Connect(l.path) }

// run executes sql on conn and ends it when ctx ends. It returns when the
// statement has: the connection is then free. A statement that was ended may
// look like one that found nothing, so that is told here.
func (l *lanes) run(ctx context.Context, conn *chdb.Conn, mark, sql, format string, params []chdb.Param) (chdb.Counters, []byte, error) {
	if ctx.Err() != nil { // who asked left while it waited
		return chdb.Counters{}, nil, exceptionf(codeCancelled, "Query was cancelled")
	}
	l.mu.Lock()
	l.busy[mark] = struct{}{}
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		delete(l.busy, mark)
		l.mu.Unlock()
	}()
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { l.kill(mark, ended) })
	defer stop()
	defer close(ended)
	result, err := conn.Query(mark+sql, format, params)
	if err != nil {
		return chdb.Counters{}, nil, err
	}
	defer result.Release()
	if ctx.Err() != nil || l.killed.Load() {
		return chdb.Counters{}, nil, exceptionf(codeCancelled, "Query was cancelled")
	}
	return result.Counters(), append([]byte(nil), result.Bytes()...), nil
}

// mark returns a comment to put before a statement, by which it is found again
// among the running ones. A query id cannot be given to libchdb.
func (l *lanes) mark() string {
	return fmt.Sprintf(markPrefix+"%d*/ ", l.next.Add(1))
}

const markPrefix = "/*lane:"

// marked is the condition that a running statement has a mark, or one that begins so. The
// engine writes a statement anew when it fills in its parameters, without the comment in
// front; then the log_comment tells that its preparation has set.
func marked(mark string) string {
	return fmt.Sprintf("(startsWith(query, '%[1]s') OR startsWith(Settings['log_comment'], '%[1]s'))", mark)
}

// kill ends the statement of that mark. It may not have been registered yet when
// it is asked for, so it is asked until the statement has ended, or patience has.
func (l *lanes) kill(mark string, ended <-chan struct{}) {
	every := time.NewTicker(100 * time.Millisecond)
	defer every.Stop()
	for begun := time.Now(); time.Since(begun) < l.patience; {
		_, _ = l.ask("KILL QUERY WHERE " + marked(mark) + " ASYNC")
		select {
		case <-ended:
			return
		case <-every.C:
		}
	}
	select {
	case l.stuck <- struct{}{}:
	default: // it is told of another one
	}
}

func (l *lanes) killAll() {
	l.killed.Store(true)
	_, _ = l.ask("KILL QUERY WHERE " + marked(markPrefix) + " ASYNC")
}

// ask runs a short statement of our own beside the queue.
func (l *lanes) ask(sql string) (string, error) {
	l.control.Lock()
	defer l.control.Unlock()
	result, err := l.root.Query(sql, "TabSeparated", nil)
	if err != nil {
		return "", err
	}
	defer result.Release()
	return strings.TrimSpace(string(result.Bytes())), nil
}

// running says how many statements run.
func (l *lanes) running() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.busy)
}

// close closes the last connection, and with it the engine: tables are flushed
// and their files closed.
func (l *lanes) close() {
	l.control.Lock()
	defer l.control.Unlock()
	l.root.Close()
}
