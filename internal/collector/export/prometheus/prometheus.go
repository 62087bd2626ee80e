// Package prometheus serves the latest snapshot to scrapers.
//
//  1. accept.go settles the format: text 0.0.4 or OpenMetrics 1.0.
//  2. names.go gives every metric of the catalog its name and heading, once.
//  3. labels.go gives every series its labels, once.
//  4. write.go writes a snapshot.
package prometheus

import (
	"compress/gzip"
	"net/http"
	"strconv"
	"sync"

	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/collector/sample"
)

// handler answers scrapes from what the pipeline has seen; it reads no
// hardware.
type handler struct {
	current func() *sample.Snapshot
	target  targetInfo
	buffers sync.Pool // of *[]byte
	zippers sync.Pool // of *gzip.Writer
}

// Handler serves the snapshot that current returns, with the resource that
// identity returns as target_info. Both may return nil: before the first
// snapshot a scrape is answered with 503, so that the target counts as down
// (up is 0) instead of as a host without metrics.
func Handler(current func() *sample.Snapshot, identity func() *resource.Resource) http.Handler {
	return &handler{current: current, target: targetInfo{resource: identity}}
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	snap := h.current()
	if snap == nil {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "the first sample has not been taken yet", http.StatusServiceUnavailable)
		return
	}
	f := negotiate(r.Header.Values("Accept"))
	buf := h.buffer()
	defer h.buffers.Put(buf)
	*buf = appendSnapshot((*buf)[:0], f, snap, h.target.labels())

	head := w.Header()
	head.Set("Content-Type", f.contentType())
	head.Set("Vary", "Accept, Accept-Encoding")
	if !acceptsGzip(r.Header.Values("Accept-Encoding")) {
		head.Set("Content-Length", strconv.Itoa(len(*buf)))
		w.Write(*buf)
		return
	}
	head.Set("Content-Encoding", "gzip")
	z := h.zipper()
	defer h.zippers.Put(z)
	z.Reset(w)
	z.Write(*buf)
	z.Close()
}

func (h *handler) buffer() *[]byte {
	if b, ok := h.buffers.Get().(*[]byte); ok {
		return b
	}
	return new([]byte)
}

func (h *handler) zipper() *gzip.Writer {
	if z, ok := h.zippers.Get().(*gzip.Writer); ok {
		return z
	}
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // a level that exists
	return z
}
