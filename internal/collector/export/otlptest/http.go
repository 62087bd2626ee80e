package otlptest

import (
	"compress/gzip"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
)

// NewHTTP starts a receiver of OTLP/HTTP (protobuf) at /v1/metrics that stops
// when the test ends.
func NewHTTP(t testing.TB, opts ...Option) *Server {
	t.Helper()
	s, c, l := newServer(t, opts)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/metrics", s.serveHTTP)
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
	serve := srv.Serve
	if c.tls {
		srv.TLSConfig = s.certificate(t, c.clientTLS)
		serve = func(l net.Listener) error { return srv.ServeTLS(l, "", "") }
	}
	var serving sync.WaitGroup
	serving.Go(func() { serve(l) })
	s.stop = func() {
		srv.Close()
		serving.Wait()
	}
	return s
}

func (s *Server) serveHTTP(w http.ResponseWriter, r *http.Request) {
	body := io.Reader(http.MaxBytesReader(w, r.Body, 64<<20))
	if r.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		body = z
	}
	raw, err := io.ReadAll(body)
	req := pmetricotlp.NewExportRequest()
	if err == nil {
		err = req.UnmarshalProto(raw)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	headers := map[string][]string{}
	for k, v := range r.Header {
		headers[strings.ToLower(k)] = v
	}

	a, ok := s.receive(req.Metrics(), headers)
	if !ok {
		panic(http.ErrAbortHandler) // net/http closes the connection
	}
	if a.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int((a.RetryAfter+time.Second-1)/time.Second)))
	}
	if a.Status != 0 && a.Status != http.StatusOK {
		http.Error(w, a.Message, a.Status)
		return
	}
	resp := pmetricotlp.NewExportResponse()
	setPartial(resp, a)
	out, err := resp.MarshalProto()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
	w.Write(out)
}
