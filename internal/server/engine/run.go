package engine

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"platform/internal/server/engine/chdb"
)

// run executes the request's statement on conn and writes its output to a.
func (h *handler) run(ctx context.Context, conn *chdb.Conn, q *request, data *spool, a *answer) (chdb.Counters, error) {
	switch q.statement.kind {
	case insert:
		if data.size == 0 {
			return chdb.Counters{}, nil
		}
		c, _, err := h.lanes.run(ctx, conn, a.mark, q.statement.infile(data.path()), q.format, q.params)
		return c, err
	case query:
		return h.stream(ctx, conn, q, a)
	}
	c, out, err := h.lanes.run(ctx, conn, a.mark, q.statement.head+q.statement.tail, q.format, q.params)
	if err != nil {
		return c, err
	}
	return c, q.transfer(a, bytes.NewReader(out))
}

// stream runs a SELECT with a pipe as its output file: the engine writes any
// format as it should be, waits when the client is slow, and keeps no result in memory.
func (h *handler) stream(ctx context.Context, conn *chdb.Conn, q *request, a *answer) (chdb.Counters, error) {
	out, in, err := os.Pipe()
	if err != nil {
		return chdb.Counters{}, fmt.Errorf("open pipe: %w", err)
	}
	defer out.Close()
	widen(out)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var counters chdb.Counters
	ended := make(chan error, 1)
	sql := q.statement.outfile(fmt.Sprintf("/dev/fd/%d", in.Fd()), q.format)
	go func() {
		var err error
		counters, _, err = h.lanes.run(ctx, conn, a.mark, sql, q.format, q.params)
		in.Close()
		ended <- err
	}()
	failed := q.transfer(a, out)
	if failed != nil {
		cancel()
		_, _ = io.Copy(io.Discard, out) // the engine does not stop at a closed pipe; it stops at the kill
	}
	err = <-ended
	if failed != nil && ctx.Err() != nil && a.started {
		return counters, failed
	}
	if err != nil {
		return counters, err
	}
	return counters, failed
}

// transfer copies output to the answer, in the client's revision of Native.
func (q *request) transfer(a *answer, out io.Reader) error {
	if q.revision > 0 && strings.EqualFold(q.outputFormat(), "Native") {
		return reencode(a, out, q.revision)
	}
	_, err := io.Copy(a, out)
	return err
}

// followProgress adds a header with the state of the statement every so often until
// the returned function is called.
func (h *handler) followProgress(ctx context.Context, q *request, a *answer) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	var seen []string
	go func() {
		defer close(done)
		every := time.NewTicker(q.progress)
		defer every.Stop()
		for len(seen) < 100 {
			select {
			case <-ctx.Done():
				return
			case <-every.C:
			}
			state, err := h.lanes.ask(`SELECT format('{{"read_rows":"{}","read_bytes":"{}","total_rows_to_read":"{}","written_rows":"{}","written_bytes":"{}","elapsed_ns":"{}","memory_usage":"{}"}}', ` +
				`toString(read_rows), toString(read_bytes), toString(total_rows_approx), toString(written_rows), toString(written_bytes), toString(toUInt64(elapsed * 1e9)), toString(memory_usage)) ` +
				`FROM system.processes WHERE ` + marked(a.mark) + ` FORMAT TSVRaw`)
			if err == nil && state != "" {
				seen = append(seen, state)
			}
		}
	}()
	return func() {
		cancel()
		<-done
		if !a.started {
			a.w.Header()["X-ClickHouse-Progress"] = seen
		}
	}
}
