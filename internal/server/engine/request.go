package engine

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"platform/internal/server/engine/chdb"
)

const (
	headBytes  = 256 << 10 // a statement whose data follows fits in here
	queryBytes = 16 << 20  // one without data may be this long
)

// request is a statement and everything the client said about how to run it.
type request struct {
	sql       string
	statement statement
	data      io.Reader // of an insert
	params    []chdb.Param
	settings  []chdb.Param // names and values, sorted by name
	database  string
	format    string // for output when the statement names none
	queryID   string
	session   session
	revision  uint64 // of the native protocol, for output in Native; 0: as a file has it
	compress  bool   // answer in ClickHouse's compressed blocks
	waitEnd   bool   // hold the answer back until the statement has ended
	progress  time.Duration
}

// session names the session to run in; the zero value is a session of one request.
type session struct {
	id      string
	timeout time.Duration
	check   bool // it must exist already
}

// own are parameters of the HTTP interface; all others are settings.
var own = []string{"query", "database", "default_format", "query_id", "session_id", "session_timeout", "session_check",
	"compress", "decompress", "user", "password", "quota_key", "client_protocol_version", "buffer_size", "wait_end_of_query",
	"stacktrace", "role", "close_session", "client_timeout"}

var settingName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*$`)

// readRequest reads parameters and statement; data of an insert is left in the body.
func readRequest(r *http.Request, body io.Reader) (*request, error) {
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		return nil, exceptionf(codeNotImplemented, "External tables as multipart/form-data are not supported by the embedded engine")
	}
	values := r.URL.Query()
	q := &request{
		database: firstOf(values.Get("database"), r.Header.Get("X-ClickHouse-Database")),
		format:   firstOf(values.Get("default_format"), r.Header.Get("X-ClickHouse-Format"), "TabSeparated"),
		queryID:  values.Get("query_id"),
		compress: isOn(values.Get("compress")),
		waitEnd:  isOn(values.Get("wait_end_of_query")),
	}
	q.revision, _ = strconv.ParseUint(values.Get("client_protocol_version"), 10, 32)
	if err := q.readSession(values.Get("session_id"), values.Get("session_timeout"), values.Get("session_check")); err != nil {
		return nil, err
	}
	for name, vs := range values {
		value := vs[len(vs)-1]
		switch p, isParam := strings.CutPrefix(name, "param_"); {
		case isParam:
			q.params = append(q.params, chdb.Param{Name: p, Value: value})
		case slices.Contains(own, name):
		case !settingName.MatchString(name):
			return nil, exceptionf(codeBadArguments, "%q is no name of a setting", name)
		default:
			q.settings = append(q.settings, chdb.Param{Name: name, Value: value})
		}
	}
	q.readOnlyForGet(r.Method)
	slices.SortFunc(q.settings, func(a, b chdb.Param) int { return strings.Compare(a.Name, b.Name) })
	if isOn(q.setting("send_progress_in_http_headers")) {
		ms, _ := strconv.Atoi(q.setting("http_headers_progress_interval_ms"))
		q.progress = max(time.Duration(ms)*time.Millisecond, 100*time.Millisecond)
	}
	return q, q.readStatement(values.Get("query"), body)
}

func (q *request) readSession(id, timeout, check string) error {
	q.session = session{id: id, timeout: time.Minute, check: isOn(check)}
	if timeout == "" {
		return nil
	}
	seconds, err := strconv.Atoi(timeout)
	if err != nil || seconds < 0 || seconds > 3600 {
		return exceptionf(codeBadArguments, "session_timeout must be 0 to 3600 seconds")
	}
	q.session.timeout = time.Duration(seconds) * time.Second
	return nil
}

// readOnlyForGet keeps a request by GET from changing anything, as ClickHouse does.
func (q *request) readOnlyForGet(method string) {
	if method != http.MethodPost && q.setting("readonly") == "" {
		q.settings = append(q.settings, chdb.Param{Name: "readonly", Value: "2"})
	}
}

func (q *request) setting(name string) string {
	for _, s := range q.settings {
		if s.Name == name {
			return s.Value
		}
	}
	return ""
}

// readStatement takes the statement from the parameter and the body, one after the other.
func (q *request) readStatement(param string, body io.Reader) (err error) {
	head, rest := []byte(param), body
	if param == "" {
		head, rest, err = readHead(body, headBytes)
	} else if st, perr := parse(param); perr != nil || st.kind != insert {
		head, rest, err = readHead(io.MultiReader(strings.NewReader(param+"\n"), body), headBytes)
	}
	if err != nil {
		return err
	}
	q.sql = string(head)
	q.statement, err = parse(q.sql)
	if err == nil && q.statement.kind == insert {
		q.data = io.MultiReader(strings.NewReader(q.sql[q.statement.data:]), rest)
		return nil
	}
	if len(head) < headBytes {
		return err
	}
	more, err := io.ReadAll(io.LimitReader(rest, queryBytes-headBytes+1))
	if err != nil {
		return bodyError(err)
	}
	if len(more) > queryBytes-headBytes {
		return exceptionf(codeTooLarge, "The statement is longer than %d bytes", queryBytes)
	}
	q.sql += string(more)
	q.statement, err = parse(q.sql)
	return err
}

// readHead reads up to n bytes.
func readHead(r io.Reader, n int) ([]byte, io.Reader, error) {
	var buf bytes.Buffer
	if _, err := io.CopyN(&buf, r, int64(n)); err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, bodyError(err)
	}
	return buf.Bytes(), r, nil
}

func firstOf(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

func isOn(v string) bool { return v == "1" || strings.EqualFold(v, "true") }
