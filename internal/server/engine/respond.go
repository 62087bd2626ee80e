package engine

import (
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"platform/internal/server/engine/chdb"
)

// holdBytes of output are held back: an error before that much is answered with its
// own status, and a short answer's summary can stand in its head.
const holdBytes = 1 << 20

// answer writes what a statement puts out, encoded as the client asked.
type answer struct {
	w       http.ResponseWriter
	q       *request
	accept  string
	begun   time.Time
	tag     string // marks an exception within the output
	mark    string // finds the statement among the running ones
	held    []byte
	started bool
	inner   io.WriteCloser // ClickHouse's compressed blocks
	outer   io.WriteCloser // Content-Encoding
}

func newAnswer(w http.ResponseWriter, r *http.Request, q *request) *answer {
	a := &answer{w: w, q: q, begun: time.Now(), tag: strings.ToLower(rand.Text()[:16])}
	if isOn(q.setting("enable_http_compression")) || !q.compress && r.Header.Get("Accept-Encoding") != "" && q.setting("enable_http_compression") == "" {
		a.accept = r.Header.Get("Accept-Encoding")
	}
	h := w.Header()
	h.Set("X-ClickHouse-Query-Id", q.queryID)
	h.Set("X-ClickHouse-Server-Display-Name", "platform")
	h.Set("X-ClickHouse-Timezone", "UTC")
	h.Set("X-ClickHouse-Exception-Tag", a.tag)
	return a
}

// outputFormat is the format the output is in.
func (q *request) outputFormat() string { return firstOf(q.statement.format, q.format) }

func (a *answer) Write(p []byte) (int, error) {
	if !a.started {
		if len(a.held)+len(p) <= holdBytes || a.q.waitEnd {
			a.held = append(a.held, p...)
			return len(p), nil
		}
		if err := a.start(); err != nil {
			return 0, err
		}
	}
	return a.inner.Write(p)
}

// start sends the head and what was held back.
func (a *answer) start() (err error) {
	a.started = true
	h := a.w.Header()
	format := a.q.outputFormat()
	h.Set("X-ClickHouse-Format", format)
	h.Set("Content-Type", contentType(format))
	name := encoding(a.accept)
	if name != "" {
		h.Set("Content-Encoding", name)
	}
	if a.outer, err = encoded(a.w, name); err != nil {
		return err
	}
	a.inner = a.outer
	if a.q.compress {
		a.inner = newBlockWriter(a.outer, a.q.setting("network_compression_method"))
	}
	a.w.WriteHeader(http.StatusOK)
	_, err = a.inner.Write(a.held)
	a.held = nil
	return err
}

// end finishes an answer whose statement succeeded.
func (a *answer) end(c chdb.Counters) error {
	if !a.started {
		a.w.Header().Set("X-ClickHouse-Summary", a.summary(c))
		if err := a.start(); err != nil {
			return err
		}
	}
	if a.q.compress {
		if err := a.inner.Close(); err != nil {
			return err
		}
	}
	return a.outer.Close()
}

func (a *answer) summary(c chdb.Counters) string {
	return fmt.Sprintf(`{"read_rows":"%d","read_bytes":"%d","written_rows":"%d","written_bytes":"%d","total_rows_to_read":"0",`+
		`"result_rows":"%d","result_bytes":"%d","elapsed_ns":"%d"}`,
		c.ReadRows, c.ReadBytes, c.WrittenRows, c.WrittenBytes, c.ResultRows, c.ResultBytes, time.Since(a.begun).Nanoseconds())
}

// fail answers with the exception: by status when nothing was sent yet, else
// within the output, which then ends without its proper end.
func (a *answer) fail(err error) {
	code, message := codeOf(err)
	message += " (version " + version + ")"
	if !a.started {
		writeException(a.w, code, message)
		return
	}
	fmt.Fprintf(a.inner, "\r\n__exception__\r\n%s\r\n%s\n%d %s\r\n__exception__\r\n", a.tag, message, len(message)+1, a.tag)
	if a.q.compress {
		a.inner.Close()
	}
	a.outer.Close()
	if f, ok := a.w.(http.Flusher); ok {
		f.Flush()
	}
	panic(http.ErrAbortHandler)
}

// version is what the engine says of itself; set when it starts.
var version = "unknown"

func writeException(w http.ResponseWriter, code int, message string) {
	h := w.Header()
	h.Set("X-ClickHouse-Exception-Code", strconv.Itoa(code))
	h.Set("Content-Type", "text/plain; charset=UTF-8")
	status := statusOf(code)
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	w.WriteHeader(status)
	io.WriteString(w, message+"\n")
}

// contentType is the media type of a format.
func contentType(format string) string {
	lower := strings.ToLower(format)
	switch {
	case strings.HasPrefix(lower, "jsoneachrow"), strings.HasPrefix(lower, "jsonlines"), lower == "ndjson",
		strings.HasPrefix(lower, "jsoncompacteachrow"), strings.HasPrefix(lower, "jsonstringseachrow"):
		return "application/x-ndjson; charset=UTF-8"
	case strings.HasPrefix(lower, "json"):
		return "application/json; charset=UTF-8"
	case strings.HasPrefix(lower, "csv"):
		return "text/csv; charset=UTF-8; header=" + header(lower)
	case strings.HasPrefix(lower, "tabseparated"), strings.HasPrefix(lower, "tsv"):
		return "text/tab-separated-values; charset=UTF-8"
	case lower == "xml":
		return "application/xml; charset=UTF-8"
	case lower == "parquet", lower == "native", lower == "orc", lower == "avro", strings.HasPrefix(lower, "rowbinary"),
		strings.HasPrefix(lower, "arrow"), strings.HasPrefix(lower, "protobuf"), lower == "msgpack":
		return "application/octet-stream"
	}
	return "text/plain; charset=UTF-8"
}

func header(format string) string {
	if strings.Contains(format, "withnames") {
		return "present"
	}
	return "absent"
}
