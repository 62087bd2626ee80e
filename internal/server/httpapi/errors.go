package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
)

// setDefaults makes huma answer with our faults: one body for every error, the
// text of internal errors kept for the log, and no refused value repeated.
// Lists are never null.
var setDefaults = sync.OnceFunc(func() {
	huma.DefaultArrayNullable = false
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		return newError(nil, status, msg, errs...)
	}
	huma.NewErrorWithContext = newError
})

func newError(ctx huma.Context, status int, msg string, errs ...error) huma.StatusError {
	if status == http.StatusInternalServerError {
		return internal(ctx, errors.Join(errs...))
	}
	out := &fault.Error{Title: http.StatusText(status), Status: status, Detail: msg}
	for _, err := range errs {
		if err == nil {
			continue
		}
		d := fault.Detail{Message: err.Error()}
		var detailer huma.ErrorDetailer
		if errors.As(err, &detailer) {
			detail := detailer.ErrorDetail()
			d = fault.Detail{Message: detail.Message, Location: detail.Location}
		}
		out.Errors = append(out.Errors, d)
	}
	return out
}

// internal keeps err for the access log and tells the caller only that
// something failed.
func internal(ctx huma.Context, err error) huma.StatusError {
	if ctx != nil && err != nil {
		recordOf(ctx.Context()).err = err
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fault.New(fault.Unavailable, "the request took too long and was ended")
	case errors.Is(err, context.Canceled):
		return &fault.Error{Title: "Client Closed Request", Status: 499, Detail: "the client went away"}
	}
	return &fault.Error{Title: http.StatusText(http.StatusInternalServerError), Status: http.StatusInternalServerError, Detail: "internal error"}
}

// refuse answers with a fault, or with "internal error" for any other error.
func (a *API) refuse(ctx huma.Context, err error) {
	var f *fault.Error
	if !errors.As(err, &f) {
		f = internal(ctx, err).(*fault.Error)
	} else if f.Unwrap() != nil {
		recordOf(ctx.Context()).err = err
	}
	for name, values := range f.GetHeaders() {
		ctx.SetHeader(name, values[0])
	}
	ctx.SetHeader("Content-Type", f.ContentType(""))
	body, _ := shapeError(ctx, "", f)
	ctx.SetStatus(f.Status)
	_ = json.NewEncoder(ctx.BodyWriter()).Encode(body) // the client may be gone
}

// writeProblem answers outside of the typed routes.
func writeProblem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(&fault.Error{Title: http.StatusText(status), Status: status, Detail: detail})
}
