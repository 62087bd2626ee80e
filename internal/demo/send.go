package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

const (
	senders   = 3               // at a time
	patience  = 2 * time.Minute // for one request that is put off again and again
	perTry    = time.Minute
	answerMax = 1 << 20 // bytes of an answer
)

// Target is where telemetry is sent.
type Target struct {
	URL string // of OTLP over HTTP, without /v1/…
	Key string // an API key that may ingest
}

// Sent is what has been stored so far.
type Sent struct {
	Spans, Logs, Points int
	Requests, Of        int   // Of is how many there will be
	Bytes               int64 // of the requests
	Repeated            int   // requests that were put off and sent again
}

// Records is how many spans, log records and points there are.
func (s Sent) Records() int { return s.Spans + s.Logs + s.Points }

// Reach reports why a server would not take telemetry: nothing listens there,
// or something else does. It sends an empty request without a key, which is
// refused with 401.
func Reach(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	res, err := post(ctx, url, Traces, "", nil)
	if err != nil {
		return fmt.Errorf("no server answers at %s; is it running?: %w", url, err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusUnauthorized {
		return fmt.Errorf("%s answers %s where 401 is expected: this is not where the platform receives OTLP over HTTP", url, res.Status)
	}
	return nil
}

func post(ctx context.Context, url string, signal Signal, key string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(url, "/")+"/v1/"+string(signal), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-protobuf")
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	return http.DefaultClient.Do(req)
}

// Send makes and sends everything. report is told after every request; it may
// be nil and is not called concurrently.
func Send(ctx context.Context, c Config, to Target, report func(Sent)) (Sent, error) {
	if err := c.Check(); err != nil {
		return Sent{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &sending{target: to, report: report, sent: Sent{Of: c.Batches()}}
	batches := make(chan Batch, 1) // few are kept in memory
	var wg sync.WaitGroup
	for range senders {
		wg.Go(func() {
			for b := range batches {
				if err := s.send(ctx, b); err != nil {
					cancel(err)
				}
			}
		})
	}
	for b, err := range Generate(c) {
		if err != nil {
			cancel(fmt.Errorf("make %s: %w", b.Signal, err))
		}
		select {
		case batches <- b:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
	}
	close(batches)
	wg.Wait()
	return s.sent, context.Cause(ctx)
}

type sending struct {
	target Target
	report func(Sent)

	mu   sync.Mutex
	sent Sent
}

// send sends a batch until it is stored, refused for good, or put off for too
// long.
func (s *sending) send(ctx context.Context, b Batch) error {
	deadline := time.Now().Add(patience)
	for wait := 250 * time.Millisecond; ; wait = min(2*wait, 10*time.Second) {
		err := s.try(ctx, b)
		var later *putOff
		switch {
		case err == nil:
			s.stored(b)
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !errors.As(err, &later) || time.Now().After(deadline):
			return fmt.Errorf("send %s: %w", b.Signal, err)
		}
		s.mu.Lock()
		s.sent.Repeated++
		s.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(max(wait, later.after)):
		}
	}
}

func (s *sending) stored(b Batch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch b.Signal {
	case Traces:
		s.sent.Spans += b.Records
	case Logs:
		s.sent.Logs += b.Records
	case Metrics:
		s.sent.Points += b.Records
	}
	s.sent.Requests++
	s.sent.Bytes += int64(len(b.Body))
	if s.report != nil {
		s.report(s.sent)
	}
}

// putOff is an error after which the same request may be sent again.
type putOff struct {
	after time.Duration // that the server asks for
	err   error
}

func (p *putOff) Error() string { return p.err.Error() }
func (p *putOff) Unwrap() error { return p.err }

func (s *sending) try(ctx context.Context, b Batch) error {
	ctx, cancel := context.WithTimeout(ctx, perTry)
	defer cancel()
	res, err := post(ctx, s.target.URL, b.Signal, s.target.Key, b.Body)
	if err != nil {
		return &putOff{err: err}
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, answerMax))
	if err != nil {
		return &putOff{err: fmt.Errorf("read answer: %w", err)}
	}
	switch res.StatusCode {
	case http.StatusOK:
		return refused(b.Signal, answer)
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(res.Header.Get("Retry-After"))
		return &putOff{time.Duration(max(0, min(seconds, 60))) * time.Second, fmt.Errorf("the server answers %s", res.Status)}
	}
	return fmt.Errorf("the server answers %s", res.Status)
}

// refused reports the records of a request that were not stored.
func refused(signal Signal, answer []byte) error {
	var n int64
	var why string
	var err error
	switch signal {
	case Traces:
		r := ptraceotlp.NewExportResponse()
		err = r.UnmarshalProto(answer)
		n, why = r.PartialSuccess().RejectedSpans(), r.PartialSuccess().ErrorMessage()
	case Logs:
		r := plogotlp.NewExportResponse()
		err = r.UnmarshalProto(answer)
		n, why = r.PartialSuccess().RejectedLogRecords(), r.PartialSuccess().ErrorMessage()
	case Metrics:
		r := pmetricotlp.NewExportResponse()
		err = r.UnmarshalProto(answer)
		n, why = r.PartialSuccess().RejectedDataPoints(), r.PartialSuccess().ErrorMessage()
	}
	switch {
	case err != nil:
		return fmt.Errorf("read answer: %w", err)
	case n > 0:
		return fmt.Errorf("%d records were refused: %s", n, why)
	}
	return nil
}
