package webui

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// The reference page is Scalar's, from the script that the web build puts
// among the assets. It loads nothing from elsewhere and asks no proxy, so it
// works without a network.

//go:embed reference.html
var referenceText string

//go:embed reference.js
var referenceStart []byte

var referencePage = template.Must(template.New("reference").Parse(referenceText))

// Reference serves the interactive API reference at /openapi-spec.
type Reference struct {
	page []byte
}

// NewReference makes the page for the built files. Without the script in them
// there is no page.
func NewReference(embedded fs.FS) (r *Reference, found bool, err error) {
	names, err := fs.Glob(embedded, "dist/assets/*.js")
	if err != nil {
		return nil, false, fmt.Errorf("look for the reference's script: %w", err)
	}
	for _, name := range names {
		base := path.Base(name)
		if !strings.HasPrefix(base, "scalar") && !strings.HasPrefix(base, "standalone") {
			continue
		}
		var page bytes.Buffer
		if err := referencePage.Execute(&page, "/assets/"+base); err != nil {
			return nil, false, fmt.Errorf("make the reference page: %w", err)
		}
		return &Reference{page.Bytes()}, true, nil
	}
	return nil, false, nil
}

func (r *Reference) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("Cache-Control", "no-cache")
	if strings.HasSuffix(req.URL.Path, "/start.js") {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write(referenceStart)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(r.page)
}
