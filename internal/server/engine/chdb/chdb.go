// Package chdb calls libchdb, ClickHouse as a shared library, without cgo.
package chdb

import (
	"errors"
	"runtime"
	"unsafe"
)

// Library is an opened libchdb. A process opens one; the engine inside has one
// data path for all connections.
type Library struct {
	connect       func(argc int32, argv **byte) unsafe.Pointer
	closeConn     func(conn unsafe.Pointer)
	query         func(conn unsafe.Pointer, sql *byte, n uintptr, format *byte, fn uintptr, names, nameLens, values, valueLens unsafe.Pointer, count uintptr) unsafe.Pointer
	streamQuery   func(conn unsafe.Pointer, sql *byte, n uintptr, format *byte, fn uintptr, names, nameLens, values, valueLens unsafe.Pointer, count uintptr) unsafe.Pointer
	streamFetch   func(conn, stream unsafe.Pointer) unsafe.Pointer
	streamCancel  func(conn, stream unsafe.Pointer)
	destroy       func(result unsafe.Pointer)
	buffer        func(result unsafe.Pointer) unsafe.Pointer
	length        func(result unsafe.Pointer) uintptr
	failure       func(result unsafe.Pointer) unsafe.Pointer
	rowsRead      func(result unsafe.Pointer) uint64
	bytesRead     func(result unsafe.Pointer) uint64
	rowsScanned   func(result unsafe.Pointer) uint64
	bytesScanned  func(result unsafe.Pointer) uint64
	rowsWritten   func(result unsafe.Pointer) uint64
	bytesWritten  func(result unsafe.Pointer) uint64
	signalsEnable func(on int32)
}

// symbols lists what is resolved when the library is opened.
func (l *Library) symbols() map[string]any {
	return map[string]any{
		"chdb_connect":                     &l.connect,
		"chdb_close_conn":                  &l.closeConn,
		"chdb_query_with_params_n":         &l.query,
		"chdb_stream_query_with_params_n":  &l.streamQuery,
		"chdb_stream_fetch_result":         &l.streamFetch,
		"chdb_stream_cancel_query":         &l.streamCancel,
		"chdb_destroy_query_result":        &l.destroy,
		"chdb_result_buffer":               &l.buffer,
		"chdb_result_length":               &l.length,
		"chdb_result_error":                &l.failure,
		"chdb_result_rows_read":            &l.rowsRead,
		"chdb_result_bytes_read":           &l.bytesRead,
		"chdb_result_storage_rows_read":    &l.rowsScanned,
		"chdb_result_storage_bytes_read":   &l.bytesScanned,
		"chdb_result_rows_written":         &l.rowsWritten,
		"chdb_result_bytes_written":        &l.bytesWritten,
		"chdb_set_signal_handlers_enabled": &l.signalsEnable,
	}
}

// Conn is one connection: it runs one statement at a time, and keeps settings,
// the current database and temporary tables. It is not safe for concurrent use.
type Conn struct {
	lib    *Library
	handle unsafe.Pointer // chdb_connection *
}

// Connect opens a connection. The first one of the process starts the engine and
// takes server options ("--path=…", "--config-file=…"); later ones join it.
func (l *Library) Connect(args ...string) (*Conn, error) {
	args = append([]string{"chdb"}, args...)
	argv := make([]*byte, len(args)+1)
	for i, a := range args {
		argv[i] = &append([]byte(a), 0)[0]
	}
	handle := l.connect(int32(len(args)), &argv[0])
	runtime.KeepAlive(argv)
	if handle == nil || *(*unsafe.Pointer)(handle) == nil {
		return nil, errors.New("connect to the engine: libchdb refused (is another process using the data directory?)")
	}
	return &Conn{lib: l, handle: handle}, nil
}

// Close ends the connection. Closing the last one shuts the engine down.
func (c *Conn) Close() {
	if c.handle != nil {
		c.lib.closeConn(c.handle)
		c.handle = nil
	}
}

// Param is a value for a {name:Type} placeholder, in ClickHouse's escaped text form.
type Param struct{ Name, Value string }

// Query runs one statement to its end and returns all of its output.
// The result must be released.
func (c *Conn) Query(sql, format string, params []Param) (*Result, error) {
	return c.run(c.lib.query, sql, format, params)
}

type call func(conn unsafe.Pointer, sql *byte, n uintptr, format *byte, fn uintptr, names, nameLens, values, valueLens unsafe.Pointer, count uintptr) unsafe.Pointer

func (c *Conn) run(f call, sql, format string, params []Param) (*Result, error) {
	if c.handle == nil {
		return nil, errors.New("query the engine: connection closed")
	}
	var names, nameLens, values, valueLens unsafe.Pointer
	var keep []any
	if n := len(params); n > 0 {
		np, nl := make([]*byte, n), make([]uintptr, n)
		vp, vl := make([]*byte, n), make([]uintptr, n)
		for i, p := range params {
			np[i], nl[i] = bytesOf(p.Name), uintptr(len(p.Name))
			vp[i], vl[i] = bytesOf(p.Value), uintptr(len(p.Value))
		}
		names, nameLens = unsafe.Pointer(&np[0]), unsafe.Pointer(&nl[0])
		values, valueLens = unsafe.Pointer(&vp[0]), unsafe.Pointer(&vl[0])
		keep = []any{np, nl, vp, vl}
	}
	ptr := f(*(*unsafe.Pointer)(c.handle), bytesOf(sql), uintptr(len(sql)), bytesOf(format), uintptr(len(format)),
		names, nameLens, values, valueLens, uintptr(len(params)))
	runtime.KeepAlive(keep)
	runtime.KeepAlive(sql)
	runtime.KeepAlive(params)
	return c.lib.result(ptr)
}

// bytesOf returns a non-nil pointer to the bytes of s.
func bytesOf(s string) *byte {
	if s == "" {
		return new(byte)
	}
	return unsafe.StringData(s)
}

func (l *Library) result(ptr unsafe.Pointer) (*Result, error) {
	if ptr == nil {
		return nil, errors.New("query the engine: no result")
	}
	r := &Result{lib: l, ptr: ptr}
	if text := l.failure(ptr); text != nil {
		err := &Exception{Text: goString(text)}
		r.Release()
		return nil, err
	}
	return r, nil
}

// Exception is an error of the engine in its own words:
// "Code: 60. DB::Exception: … (UNKNOWN_TABLE)".
type Exception struct{ Text string }

func (e *Exception) Error() string { return e.Text }

// Result is output of a statement and its counters.
type Result struct {
	lib *Library
	ptr unsafe.Pointer
}

// Bytes is the formatted output; it is valid until Release.
func (r *Result) Bytes() []byte {
	n := r.lib.length(r.ptr)
	p := r.lib.buffer(r.ptr)
	if n == 0 || p == nil {
		return nil
	}
	return unsafe.Slice((*byte)(p), n)
}

// Counters are what a statement read and wrote.
type Counters struct {
	ResultRows, ResultBytes   uint64
	ReadRows, ReadBytes       uint64
	WrittenRows, WrittenBytes uint64
}

// Counters returns the counters of this result; a streamed part counts itself alone.
func (r *Result) Counters() Counters {
	return Counters{
		ResultRows: r.lib.rowsRead(r.ptr), ResultBytes: r.lib.bytesRead(r.ptr),
		ReadRows: r.lib.rowsScanned(r.ptr), ReadBytes: r.lib.bytesScanned(r.ptr),
		WrittenRows: r.lib.rowsWritten(r.ptr), WrittenBytes: r.lib.bytesWritten(r.ptr),
	}
}

// Release frees the result; Bytes must not be used afterwards.
func (r *Result) Release() {
	if r.ptr != nil {
		r.lib.destroy(r.ptr)
		r.ptr = nil
	}
}

// Stream is a statement whose output is taken part by part.
type Stream struct {
	conn *Conn
	head *Result
	done bool
}

// Stream starts a statement. The stream must be closed before the connection is used again.
func (c *Conn) Stream(sql, format string, params []Param) (*Stream, error) {
	head, err := c.run(c.lib.streamQuery, sql, format, params)
	if err != nil {
		return nil, err
	}
	return &Stream{conn: c, head: head}, nil
}

// Next returns the next part, which must be released, or nil after the last.
func (s *Stream) Next() (*Result, error) {
	if s.done {
		return nil, nil
	}
	part, err := s.conn.lib.result(s.conn.lib.streamFetch(*(*unsafe.Pointer)(s.conn.handle), s.head.ptr))
	if err != nil {
		s.done = true
		return nil, err
	}
	if len(part.Bytes()) == 0 {
		s.done = true
		part.Release()
		return nil, nil
	}
	return part, nil
}

// Close cancels what still runs and frees the stream.
func (s *Stream) Close() {
	if !s.done {
		s.done = true
		s.conn.lib.streamCancel(*(*unsafe.Pointer)(s.conn.handle), s.head.ptr)
	}
	s.head.Release()
}

func goString(p unsafe.Pointer) string {
	n := 0
	for *(*byte)(unsafe.Add(p, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(p), n))
}
