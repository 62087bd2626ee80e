package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"platform/internal/server/fault"
)

// Check says whether a part of the server can work; nil is yes.
type Check func(ctx context.Context) error

type readiness struct {
	mu     sync.Mutex
	names  []string
	checks map[string]Check
}

// Ready adds a part to /readyz. A check answers within two seconds or counts
// as failed; its error text is shown and must hold no secrets.
func (a *API) Ready(name string, check Check) {
	a.ready.mu.Lock()
	defer a.ready.mu.Unlock()
	if a.ready.checks == nil {
		a.ready.checks = map[string]Check{}
	}
	if _, known := a.ready.checks[name]; !known {
		a.ready.names = append(a.ready.names, name)
	}
	a.ready.checks[name] = check
}

// shown is the part of an error that anybody may read: not the cause of a
// fault, which may name hosts and users.
func shown(err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Detail
	}
	return err.Error()
}

// health answers as long as the process serves requests.
func (a *API) health(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"status":"ok"}` + "\n"))
}

// readiness answers 200 when every part works, else 503, and says which part
// does not and why.
func (a *API) readiness(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	a.ready.mu.Lock()
	names := a.ready.names
	checks := make([]Check, len(names))
	for i, name := range names {
		checks[i] = a.ready.checks[name]
	}
	a.ready.mu.Unlock()

	parts := make([]string, len(names))
	var wg sync.WaitGroup
	for i, check := range checks {
		wg.Go(func() {
			parts[i] = "ok"
			if err := check(ctx); err != nil {
				parts[i] = shown(err)
			}
		})
	}
	wg.Wait()
	body := struct {
		Status string            `json:"status"`
		Parts  map[string]string `json:"parts"`
	}{"ready", map[string]string{}}
	status := http.StatusOK
	for i, name := range names {
		body.Parts[name] = parts[i]
		if parts[i] != "ok" {
			body.Status, status = "not ready", http.StatusServiceUnavailable
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
