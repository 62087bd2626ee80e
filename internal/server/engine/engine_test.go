package engine_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"platform/internal/server/engine/enginetest"
)

// client speaks HTTP to an engine's socket.
type client struct {
	t      testing.TB
	http   *http.Client
	params url.Values
}

func newClient(t testing.TB, socket string) *client {
	transport := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 100, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}}
	t.Cleanup(transport.CloseIdleConnections)
	return &client{t: t, http: &http.Client{Transport: transport}, params: url.Values{}}
}

// open returns a client in a database of the test's own on the shared engine.
func open(t testing.TB) *client {
	t.Helper()
	c := newClient(t, enginetest.Start(t))
	name := enginetest.Database(t)
	c.ok("CREATE DATABASE "+name, nil)
	c.params.Set("database", name)
	return c
}

// reply is what came back.
type reply struct {
	status int
	header http.Header
	body   string
}

// post sends body with these URL parameters, "name=value".
func (c *client) post(body io.Reader, header http.Header, params ...string) reply {
	c.t.Helper()
	return c.send(c.t.Context(), http.MethodPost, body, header, params...)
}

func (c *client) send(ctx context.Context, method string, body io.Reader, header http.Header, params ...string) reply {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, "http://engine/", body)
	if err != nil {
		c.t.Fatal(err)
	}
	values := url.Values{}
	for k, v := range c.params {
		values[k] = v
	}
	for _, p := range params {
		k, v, _ := strings.Cut(p, "=")
		values.Set(k, v)
	}
	req.URL.RawQuery = values.Encode()
	for k, v := range header {
		req.Header[k] = v
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return reply{body: err.Error()}
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return reply{status: resp.StatusCode, header: resp.Header, body: string(text) + "\n" + err.Error()}
	}
	return reply{resp.StatusCode, resp.Header, string(text)}
}

// ok runs sql and returns its output without the last line end.
func (c *client) ok(sql string, header http.Header, params ...string) string {
	c.t.Helper()
	r := c.post(strings.NewReader(sql), header, params...)
	if r.status != http.StatusOK {
		c.t.Fatalf("%s: status %d: %s", sql, r.status, r.body)
	}
	return strings.TrimSuffix(r.body, "\n")
}

// fails runs sql and checks the error it is answered with.
func (c *client) fails(status int, code, text, sql string, params ...string) {
	c.t.Helper()
	r := c.post(strings.NewReader(sql), nil, params...)
	if r.status != status || r.header.Get("X-ClickHouse-Exception-Code") != code || !strings.Contains(r.body, text) {
		c.t.Errorf("%s: status %d, code %s: %s; want %d, %s, %q", sql, r.status, r.header.Get("X-ClickHouse-Exception-Code"), r.body, status, code, text)
	}
}

func reader(b []byte) io.Reader { return bytes.NewReader(b) }

// answerWithin is longer than any statement of the tests takes on a busy machine.
const answerWithin = 3 * time.Minute

const forever = "SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1"

// waitFor waits until done says so.
func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited too long for %s", what)
		}
	}
}
