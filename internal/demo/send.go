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
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(s.target.URL, "/")+"/v1/"+string(b.Signal), bytes.NewReader(b.Body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-protobuf")
	req.Header.Set("Authorization", "Bearer "+s.target.Key)
	res, err := http.DefaultClient.Do(req)
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
