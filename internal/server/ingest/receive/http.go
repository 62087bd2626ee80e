package receive

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"platform/internal/httpx"
	"platform/internal/server/ingest"
)

const (
	protobufType = "application/x-protobuf"
	jsonType     = "application/json"

	// readLimit is how long a body may take to arrive.
	readLimit = 60 * time.Second
)

// Handler serves POST /v1/traces, /v1/logs and /v1/metrics, and GET /health.
func (r *Receiver) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, signal := range ingest.Signals {
		mux.HandleFunc("/v1/"+string(signal), func(w http.ResponseWriter, req *http.Request) { r.serve(w, req, signal) })
	}
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	return mux
}

func (r *Receiver) serve(w http.ResponseWriter, req *http.Request, signal ingest.Signal) {
	if r.cors(w, req) {
		return
	}
	if req.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		http.Error(w, "send POST", http.StatusMethodNotAllowed)
		return
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(readLimit)) // not supported: the server's own limits hold
	format, err := formatOf(req)
	partial := ingest.Partial{}
	if err == nil {
		partial, err = r.take(w, req, signal, format)
	}
	if err != nil {
		r.refuse(w, req, format, err)
		return
	}
	body, err := response(signal, format, partial)
	if err != nil {
		r.refuse(w, req, format, err)
		return
	}
	w.Header().Set("Content-Type", mediaType(format))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body) // the sender may be gone
}

func (r *Receiver) take(w http.ResponseWriter, req *http.Request, signal ingest.Signal, format ingest.Format) (p ingest.Partial, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	scope, err := r.accept.Admit(req.Context(), httpx.Bearer(req.Header.Get("Authorization")))
	if err != nil {
		return ingest.Partial{}, err
	}
	if req.ContentLength > int64(r.opt.MaxBytes) {
		return ingest.Partial{}, errTooLarge(r.opt.MaxBytes)
	}
	share := r.budget.share()
	defer share.release()
	encoding := strings.ToLower(strings.TrimSpace(req.Header.Get("Content-Encoding")))
	body, err := readBody(http.MaxBytesReader(w, req.Body, int64(r.opt.MaxBytes)+1), encoding, r.opt.MaxBytes, share)
	if err != nil {
		return ingest.Partial{}, err
	}
	return r.accept.Accept(req.Context(), scope, signal, format, body)
}

// formatOf reads the content type. Bodies of any other kind are not guessed at.
func formatOf(req *http.Request) (ingest.Format, error) {
	given := req.Header.Get("Content-Type")
	switch media, _, err := mime.ParseMediaType(given); {
	case err == nil && (media == protobufType || media == "application/protobuf"):
		return ingest.Protobuf, nil
	case err == nil && media == jsonType:
		return ingest.JSON, nil
	}
	return ingest.JSON, &unsupported{fmt.Sprintf("content type %q is not supported: send %s or %s", given, protobufType, jsonType)}
}

func mediaType(f ingest.Format) string {
	if f == ingest.JSON {
		return jsonType
	}
	return protobufType
}

// refuse answers with a google.rpc.Status in the encoding of the request.
func (r *Receiver) refuse(w http.ResponseWriter, req *http.Request, f ingest.Format, err error) {
	refusal := refusalOf(err)
	if refusal.ours() {
		r.log.Error("OTLP request failed", "path", req.URL.Path, "error", err)
	}
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		refusal = refusalOf(errTooLarge(r.opt.MaxBytes))
	}
	message := refusal.status().Proto()
	var body []byte
	if f == ingest.JSON {
		body, err = protojson.Marshal(message)
	} else {
		body, err = proto.Marshal(message)
	}
	if err != nil {
		r.log.Error("OTLP answer not encoded", "error", err)
	}
	h := w.Header()
	h.Set("Content-Type", mediaType(f))
	if refusal.retry > 0 {
		h.Set("Retry-After", strconv.Itoa(int(refusal.retry/time.Second)))
	}
	if refusal.http == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="platform"`)
	}
	w.WriteHeader(refusal.http)
	_, _ = w.Write(body)
}

// cors lets pages of the allowed origins send; without any, no page may.
func (r *Receiver) cors(w http.ResponseWriter, req *http.Request) (answered bool) {
	origin := req.Header.Get("Origin")
	if len(r.opt.Origins) == 0 || origin == "" {
		return false
	}
	w.Header().Add("Vary", "Origin")
	allowed := slices.Contains(r.opt.Origins, origin)
	if allowed {
		w.Header().Set("Access-Control-Allow-Origin", origin)
	}
	if req.Method != http.MethodOptions {
		return false
	}
	if allowed {
		w.Header().Set("Access-Control-Allow-Methods", "POST")
		w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Content-Encoding")
		w.Header().Set("Access-Control-Max-Age", "600")
	}
	w.WriteHeader(http.StatusNoContent)
	return true
}
