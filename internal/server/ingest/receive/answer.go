package receive

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"platform/internal/server/fault"
)

// refusal is an error as both protocols answer it.
type refusal struct {
	http  int
	grpc  codes.Code
	text  string
	retry time.Duration // after which to come again; 0: do not
}

// refusalOf says how an error is answered. What is not a fault is ours: it is
// logged and not shown, and senders are told not to repeat it.
func refusalOf(err error) refusal {
	var f *fault.Error
	var u *unsupported
	switch {
	case errors.As(err, &u):
		return refusal{http.StatusUnsupportedMediaType, codes.Unimplemented, u.text, 0}
	case errors.Is(err, context.DeadlineExceeded):
		return refusal{http.StatusServiceUnavailable, codes.DeadlineExceeded, "the request took too long", time.Second}
	case errors.Is(err, context.Canceled):
		return refusal{http.StatusServiceUnavailable, codes.Canceled, "the request was cancelled", time.Second}
	case !errors.As(err, &f):
		return refusal{http.StatusInternalServerError, codes.Internal, "internal error", 0}
	}
	r := refusal{http: f.Status, grpc: codes.InvalidArgument, text: strings.ToValidUTF8(f.Detail, "\uFFFD")}
	switch fault.Kind(f.Status) {
	case fault.Unauthenticated:
		r.grpc = codes.Unauthenticated
	case fault.Forbidden:
		r.grpc = codes.PermissionDenied
	case fault.NotFound:
		r.grpc = codes.NotFound
	case fault.TooLarge:
		r.grpc = codes.ResourceExhausted // without a delay: not to be repeated
	case fault.TooMany:
		r.grpc, r.retry = codes.ResourceExhausted, retryOf(f)
	case fault.Unavailable:
		r.grpc, r.retry = codes.Unavailable, retryOf(f)
	}
	return r
}

func retryOf(f *fault.Error) time.Duration {
	seconds, err := strconv.Atoi(f.GetHeaders().Get("Retry-After"))
	if err != nil || seconds < 1 {
		return time.Second
	}
	return time.Duration(seconds) * time.Second
}

// status is the refusal as gRPC, and the body of HTTP answers, carry it.
func (r refusal) status() *status.Status {
	s := status.New(r.grpc, r.text)
	switch {
	case r.retry > 0:
		if detailed, err := s.WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(r.retry)}); err == nil {
			return detailed
		}
	case r.grpc == codes.InvalidArgument:
		if detailed, err := s.WithDetails(&errdetails.BadRequest{
			FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "body", Description: r.text}}}); err == nil {
			return detailed
		}
	}
	return s
}

// ours reports whether the error is a failure of the server that belongs in its log.
func (r refusal) ours() bool { return r.grpc == codes.Internal }
