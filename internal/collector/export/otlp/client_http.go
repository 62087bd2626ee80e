package otlp

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	collectorpb "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	"google.golang.org/protobuf/proto"
)

// newHTTPClient returns a client that notes the outcome of its requests. The
// exporter's own would keep Retry-After and rejected points to itself.
func newHTTPClient(env environment) *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.TLSClientConfig = env.tls
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 10 * time.Second}
	return &http.Client{
		Transport: watchedTransport{t},
		// Headers that authenticate are for the endpoint alone.
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if first := via[0].URL; len(via) > 3 || req.URL.Host != first.Host || req.URL.Scheme != first.Scheme {
				return http.ErrUseLastResponse
			}
			return nil
		},
	}
}

type watchedTransport struct{ next *http.Transport }

// CloseIdleConnections is what the client's method of that name calls.
func (t watchedTransport) CloseIdleConnections() { t.next.CloseIdleConnections() }

// maxAnswer bounds what is read of an answer, in bytes.
const maxAnswer = 64 << 10

func (t watchedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	o, ok := req.Context().Value(outcomeKey{}).(*outcome)
	switch {
	case !ok:
	case err != nil:
		*o = outcome{retry: true} // no answer
	default:
		*o = outcome{retryAfter: parseRetryAfter(resp.Header.Get("Retry-After"), time.Now())}
		switch resp.StatusCode {
		case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			o.retry = true
		}
		if resp.StatusCode/100 == 2 {
			o.accepted = true
			readPartial(resp, o)
		}
	}
	return resp, err
}

// readPartial reads the answer to an accepted request and leaves a copy for
// the exporter.
func readPartial(resp *http.Response, o *outcome) {
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(body))
	var answer collectorpb.ExportMetricsServiceResponse
	if err == nil && strings.HasPrefix(resp.Header.Get("Content-Type"), "application/x-protobuf") && proto.Unmarshal(body, &answer) == nil {
		o.partial(&answer)
	}
}

// parseRetryAfter reads a number of seconds or a date; 0 when it is neither.
func parseRetryAfter(v string, now time.Time) time.Duration {
	if s, err := strconv.ParseUint(v, 10, 31); err == nil {
		return time.Duration(s) * time.Second
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
