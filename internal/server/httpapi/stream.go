package httpapi

import (
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"platform/internal/server/fault"
)

// streamPatience is how long a client may take to read one line.
const streamPatience = 30 * time.Second

// Stream answers with one JSON object a line, each sent as soon as it is
// there. An error ends the stream; last turns it into the line that tells the
// client. Internal errors are told as "internal error" and logged.
func Stream[T any](lines iter.Seq2[T, error], last func(message string) T) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		_, w := humago.Unwrap(ctx)
		ctx.SetHeader("Content-Type", "application/x-ndjson")
		ctx.SetHeader("X-Accel-Buffering", "no") // proxies must not collect lines
		control := http.NewResponseController(w)
		encoder := json.NewEncoder(ctx.BodyWriter())
		send := func(line T) bool {
			_ = control.SetWriteDeadline(time.Now().Add(streamPatience)) // not every writer has deadlines
			return encoder.Encode(line) == nil && control.Flush() == nil
		}
		for line, err := range lines {
			if err != nil {
				send(last(messageOf(ctx, err)))
				return
			}
			if !send(line) {
				return // the client is gone
			}
		}
	}}
}

// messageOf is what the client is told about an error in the middle of a
// stream, when the status has been sent.
func messageOf(ctx huma.Context, err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Detail
	}
	return internal(ctx, err).(*fault.Error).Detail
}
