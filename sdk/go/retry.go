package platform

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	firstWait = 200 * time.Millisecond
	mostWait  = 5 * time.Second
	mostAsked = 30 // seconds that a server may ask to wait
)

// unreachable is a try that got no answer.
type unreachable struct{ cause error }

func (e *unreachable) Error() string { return "ask the server: " + e.cause.Error() }
func (e *unreachable) Unwrap() error { return e.cause }

// busy is an answer after which the same question may be asked again.
type busy struct {
	said  *Error
	after time.Duration // that the server asks to wait; 0 when it does not say
}

func (e *busy) Error() string { return e.said.Error() }

// refused reads what an answer other than 200 says.
func refused(answer *http.Response, raw []byte) error {
	var said struct {
		Err    string `json:"err"`
		Detail string `json:"detail"`
	}
	_ = json.Unmarshal(raw, &said) // proxies answer with pages
	e := &Error{Status: answer.StatusCode, Message: said.Err}
	switch {
	case e.Message != "":
	case said.Detail != "":
		e.Message = said.Detail
	case answer.StatusCode >= 300 && answer.StatusCode < 400:
		e.Message = "the server sends to another address, which is not followed: set the URL to it"
	default:
		e.Message = "the server answered " + http.StatusText(answer.StatusCode)
	}
	switch answer.StatusCode {
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		return &busy{e, time.Duration(min(max(0, seconds), mostAsked)) * time.Second}
	}
	return e
}

// try asks until there is an answer that counts. Every question only reads,
// so asking twice does no harm.
func (c *Client) try(ctx context.Context, once func(context.Context) ([]byte, error)) ([]byte, error) {
	for n := 0; ; n++ {
		limited, cancel := context.WithTimeout(ctx, c.timeout)
		raw, err := once(limited)
		cancel()
		if err == nil {
			return raw, nil
		}
		wait, again := c.wait(err, n)
		if ctx.Err() != nil {
			return nil, fmt.Errorf("%w: %w", context.Cause(ctx), err)
		}
		var b *busy
		if errors.As(err, &b) {
			err = b.said
		}
		if !again {
			return nil, err
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, fmt.Errorf("%w: %w", context.Cause(ctx), err)
		case <-timer.C:
		}
	}
}

// wait is how long to wait after the n-th try: what the server asks for, or
// twice as long each time, spread so that clients do not come back together.
func (c *Client) wait(err error, n int) (d time.Duration, again bool) {
	var b *busy
	var u *unreachable
	if n >= c.retries || !errors.As(err, &b) && !errors.As(err, &u) {
		return 0, false
	}
	if b != nil && b.after > 0 {
		return b.after, true
	}
	most := min(firstWait<<min(n, 10), mostWait)
	return most/2 + rand.N(most/2), true
}
