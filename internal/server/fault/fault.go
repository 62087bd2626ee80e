// Package fault names the ways a request can fail that its caller is told
// about, and their HTTP form. An error that is no fault is internal: it is
// logged, never shown.
package fault

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Kind is a way to fail. Its value is the HTTP status it answers with.
type Kind int

const (
	Invalid         Kind = http.StatusBadRequest
	Unauthenticated Kind = http.StatusUnauthorized
	Forbidden       Kind = http.StatusForbidden
	NotFound        Kind = http.StatusNotFound
	Conflict        Kind = http.StatusConflict
	TooLarge        Kind = http.StatusRequestEntityTooLarge
	TooMany         Kind = http.StatusTooManyRequests
	Unavailable     Kind = http.StatusServiceUnavailable
)

// Error is a fault and, as JSON, the body of its answer (RFC 9457).
type Error struct {
	Title  string   `json:"title" doc:"The kind of problem, the same for every occurrence." example:"Not Found"`
	Status int      `json:"status" doc:"The HTTP status." example:"404"`
	Detail string   `json:"detail,omitempty" doc:"What went wrong this time." example:"no project prj_x"`
	Errors []Detail `json:"errors,omitempty" doc:"The parts of the request that were refused."`

	cause error
	retry time.Duration
}

// Detail is one refused part of a request. It never repeats the value, which
// may be secret.
type Detail struct {
	Message  string `json:"message" doc:"What is wrong." example:"expected length >= 12"`
	Location string `json:"location,omitempty" doc:"Where it is." example:"body.password"`
}

// New makes a fault whose text is shown to the caller.
func New(kind Kind, format string, args ...any) *Error {
	e := &Error{Title: http.StatusText(int(kind)), Status: int(kind), Detail: fmt.Sprintf(format, args...)}
	if kind == Unavailable || kind == TooMany {
		e.retry = time.Second
	}
	return e
}

// Because adds the cause, which is logged and not shown.
func (e *Error) Because(err error) *Error {
	e.cause = err
	return e
}

// After says how long the caller should wait before it tries again.
func (e *Error) After(d time.Duration) *Error {
	e.retry = d
	return e
}

// Error is the text for logs: what the caller is shown, and the cause.
func (e *Error) Error() string {
	if e.cause != nil {
		return e.Detail + ": " + e.cause.Error()
	}
	return e.Detail
}

func (e *Error) Unwrap() error { return e.cause }

// GetStatus makes huma answer with the fault as it is.
func (e *Error) GetStatus() int { return e.Status }

// GetHeaders are the headers that belong to the answer.
func (e *Error) GetHeaders() http.Header {
	h := http.Header{}
	if e.retry > 0 {
		seconds := int64((e.retry + time.Second - 1) / time.Second)
		h.Set("Retry-After", strconv.FormatInt(seconds, 10))
	}
	if e.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="platform"`)
	}
	return h
}

// ContentType is the media type of the body.
func (e *Error) ContentType(string) string { return "application/problem+json" }

// Is reports whether err is, or wraps, a fault of that kind.
func Is(err error, kind Kind) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == int(kind)
}
