// Package otlptest is an OTLP metrics receiver for tests, over gRPC and HTTP,
// that can be told to misbehave.
package otlptest

import (
	"errors"
	"net"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pmetric"
)

// Answer is what the receiver does with a request.
type Answer struct {
	Status     int           // an HTTP status, over gRPC the code that stands for it; 0 and 200 accept
	RetryAfter time.Duration // sent with a refusal: Retry-After or RetryInfo
	Rejected   int64         // points of an accepted request that are said to be rejected
	Message    string
	Hang       bool // never answer
	Hangup     bool // close the connection instead of answering
}

// Request is one accepted request.
type Request struct {
	Metrics pmetric.Metrics
	Headers map[string][]string // names in lower case
	At      time.Time           // when it came
}

// Server is a running receiver.
type Server struct {
	URL      string // of the server: scheme, host and port
	Addr     string // host and port
	CertFile string // the certificate to trust, of a server with TLS

	mu       sync.Mutex
	answer   func(attempt int) Answer
	attempts int
	times    []time.Time
	accepted []Request
	changed  chan struct{} // closed and replaced with every attempt

	done chan struct{} // closed by Stop: hanging requests end
	stop func()
	once sync.Once
}

// Option changes a server before it starts.
type Option func(*config)

type config struct {
	addr      string
	tls       bool
	clientTLS bool
	answer    func(int) Answer
}

// At makes the server listen on addr instead of a free port of 127.0.0.1.
func At(addr string) Option { return func(c *config) { c.addr = addr } }

// TLS makes the server speak TLS with a certificate of its own for 127.0.0.1
// and localhost.
func TLS() Option { return func(c *config) { c.tls = true } }

// ClientTLS is TLS that also asks for a client certificate; the server's own
// certificate and KeyFile serve as one.
func ClientTLS() Option { return func(c *config) { c.tls, c.clientTLS = true, true } }

// Answers makes the server answer every request with a.
func Answers(a Answer) Option { return func(c *config) { c.answer = always(a) } }

func always(a Answer) func(int) Answer { return func(int) Answer { return a } }

func newServer(t testing.TB, opts []Option) (*Server, config, net.Listener) {
	t.Helper()
	c := config{addr: "127.0.0.1:0", answer: always(Answer{})}
	for _, o := range opts {
		o(&c)
	}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", c.addr)
	if err != nil {
		t.Fatalf("listen on %s: %v", c.addr, err)
	}
	s := &Server{Addr: l.Addr().String(), answer: c.answer, changed: make(chan struct{}), done: make(chan struct{})}
	s.URL = "http://" + s.Addr
	if c.tls {
		s.URL = "https://" + s.Addr
	}
	t.Cleanup(s.Stop)
	return s, c, l
}

// Stop closes the listener and all connections. It may be called twice.
func (s *Server) Stop() {
	s.once.Do(func() {
		close(s.done)
		s.stop()
	})
}

// Answer changes what the next requests get.
func (s *Server) Answer(a Answer) { s.AnswerEach(always(a)) }

// AnswerEach makes the answer depend on the number of the request, from 0.
func (s *Server) AnswerEach(f func(attempt int) Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = f
}

// Attempts returns when each request came, answered or not.
func (s *Server) Attempts() []time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]time.Time(nil), s.times...)
}

// Requests returns what was accepted so far, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.accepted...)
}

// Wait returns the accepted requests once there are n of them, and fails the
// test when that takes more than 30 s.
func (s *Server) Wait(t testing.TB, n int) []Request {
	t.Helper()
	s.WaitFor(t, func() bool { return len(s.accepted) >= n })
	return s.Requests()
}

// WaitAttempts returns once n requests have come, answered or not.
func (s *Server) WaitAttempts(t testing.TB, n int) {
	t.Helper()
	s.WaitFor(t, func() bool { return s.attempts >= n })
}

// WaitFor returns once done, which is asked after every request under the
// server's lock, says so.
func (s *Server) WaitFor(t testing.TB, done func() bool) {
	t.Helper()
	limit := time.NewTimer(30 * time.Second)
	defer limit.Stop()
	for {
		s.mu.Lock()
		ok, changed, attempts, accepted := done(), s.changed, s.attempts, len(s.accepted)
		s.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-changed:
		case <-limit.C:
			t.Fatalf("the receiver saw %d requests and accepted %d of them; more were expected", attempts, accepted)
		}
	}
}

// receive records a request and returns the answer to it. ok is false when
// the connection is to be closed without one.
func (s *Server) receive(m pmetric.Metrics, headers map[string][]string) (a Answer, ok bool) {
	now := time.Now()
	s.mu.Lock()
	a = s.answer(s.attempts)
	s.attempts++
	s.times = append(s.times, now)
	if !a.Hang && !a.Hangup && (a.Status == 0 || a.Status == 200) {
		s.accepted = append(s.accepted, Request{m, headers, now})
	}
	close(s.changed)
	s.changed = make(chan struct{})
	s.mu.Unlock()

	if a.Hang {
		<-s.done // also when the client has given up: an answer might still reach it
	}
	return a, !a.Hang && !a.Hangup
}

// errHangup ends a request whose connection is closed.
var errHangup = errors.New("connection closed by the test")
