// Package webui serves the browser's part of the platform: the built files
// with history fallback, or a development server's.
package webui

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path"
	"strings"
	"time"
)

// policy lets pages load only our own files. Styles may be inline: charts and
// components place their elements with style attributes.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Handler serves the files of dist.
type Handler struct {
	files map[string]file
}

// file is one file in the forms it was built in.
type file struct {
	kind     string // media type
	plain    []byte
	encoded  map[string][]byte // by content coding
	lasting  bool              // its name changes with its content
	modified time.Time
}

// FromDist reads the built files of an embedded dist directory.
func FromDist(embedded fs.FS) (*Handler, error) {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		return nil, fmt.Errorf("read web files: %w", err)
	}
	return New(dist)
}

// New reads the built files. Files whose name carries a hash (those in
// assets/) are cached for a year; the page itself never.
func New(dist fs.FS) (*Handler, error) {
	h := &Handler{files: map[string]file{}}
	err := fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") || entry.Name() == ".keep" {
			return err
		}
		f, err := read(dist, name)
		if err != nil {
			return err
		}
		h.files["/"+name] = f
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read web files: %w", err)
	}
	return h, nil
}

func read(dist fs.FS, name string) (file, error) {
	plain, err := fs.ReadFile(dist, name)
	if err != nil {
		return file{}, err
	}
	f := file{plain: plain, kind: mime.TypeByExtension(path.Ext(name)), encoded: map[string][]byte{}, lasting: strings.HasPrefix(name, "assets/")}
	if f.kind == "" {
		f.kind = "application/octet-stream"
	}
	for coding, suffix := range map[string]string{"br": ".br", "gzip": ".gz"} {
		data, err := fs.ReadFile(dist, name+suffix)
		if err == nil {
			f.encoded[coding] = data
		} else if !errors.Is(err, fs.ErrNotExist) {
			return file{}, err
		}
	}
	return f, nil
}

// Built reports whether there is a UI to serve.
func (h *Handler) Built() bool { _, ok := h.files["/index.html"]; return ok }

// ServeHTTP serves a file, or the page for every path that is a place in the
// UI.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name := path.Clean(r.URL.Path)
	f, ok := h.files[name]
	if !ok {
		if strings.HasPrefix(name, "/assets/") || path.Ext(name) != "" {
			http.NotFound(w, r) // a file, not a place in the UI
			return
		}
		if f, ok = h.files["/index.html"]; !ok {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprintln(w, "The web UI is not part of this build. The API is at /api/, its description at /openapi.json.")
			return
		}
	}
	f.serve(w, r, name)
}

func (f file) serve(w http.ResponseWriter, r *http.Request, name string) {
	header := w.Header()
	header.Set("Content-Type", f.kind)
	header.Set("Content-Security-Policy", policy)
	header.Set("Cache-Control", "no-cache")
	if f.lasting {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	body := f.plain
	if len(f.encoded) > 0 {
		header.Set("Vary", "Accept-Encoding")
		for _, coding := range []string{"br", "gzip"} {
			if data, ok := f.encoded[coding]; ok && accepts(r.Header.Get("Accept-Encoding"), coding) {
				header.Set("Content-Encoding", coding)
				body = data
				break
			}
		}
	}
	http.ServeContent(w, r, name, f.modified, bytes.NewReader(body))
}

// accepts reports whether an Accept-Encoding header names coding without
// ruling it out.
func accepts(header, coding string) bool {
	for item := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(strings.TrimSpace(item), ";")
		if strings.TrimSpace(name) == coding {
			q := strings.ReplaceAll(parameters, " ", "")
			return q != "q=0" && !strings.HasPrefix(q, "q=0.000")
		}
	}
	return false
}

// Dev serves the UI from a development server, whose pages use inline scripts
// and a web socket.
func Dev(address string) (http.Handler, error) {
	target, err := url.Parse(address)
	if err != nil || target.Host == "" {
		return nil, fmt.Errorf("parse development server %q: not a URL", address)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) { p.SetURL(target) }}
	proxy.ModifyResponse = func(res *http.Response) error {
		res.Header.Set("Content-Security-Policy", "frame-ancestors 'none'")
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Del("Content-Security-Policy")
		proxy.ServeHTTP(w, r)
	}), nil
}
