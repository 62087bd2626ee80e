package httpx

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestBearer(t *testing.T) {
	f := func(header, want string) {
		t.Helper()
		if got := Bearer(header); got != want {
			t.Errorf("Bearer(%q) = %q, want %q", header, got, want)
		}
	}
	f("Bearer abc", "abc")
	f("bearer  abc ", "abc")
	f("Bearer ", "")
	f("Bearer", "")
	f("Basic abc", "")
	f("", "")
}

func FuzzBearer(f *testing.F) {
	f.Add("Bearer abc")
	f.Fuzz(func(t *testing.T, header string) {
		if got := Bearer(header); len(got) > len(header) {
			t.Errorf("%q gave %q", header, got)
		}
	})
}

func TestOnlyTheTokenIsLetThrough(t *testing.T) {
	handler := RequireToken("s3cret", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }))
	f := func(header string, want int) {
		t.Helper()
		r := httptest.NewRequest("POST", "/v1/dcgm/pause", nil)
		r.Header.Set("Authorization", header)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%q: %d, want %d", header, w.Code, want)
		}
	}
	f("Bearer s3cret", 204)
	f("Bearer s3cre", 401)
	f("Bearer ", 401)
	f("", 401)
}

func TestRequestsUnderWayFinishWhenTheServerEnds(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(entered)
		<-release
		io.WriteString(w, "done")
	})
	ctx, cancel := context.WithCancel(t.Context())
	s, err := Listen(ctx, "127.0.0.1:0", handler, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, time.Minute) }()
	answer := make(chan string, 1)
	go func() {
		res, err := http.Get("http://" + s.Addr())
		if err != nil {
			answer <- err.Error()
			return
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		answer <- string(body)
	}()
	<-entered
	cancel()
	close(release)
	if got := <-answer; got != "done" {
		t.Errorf("answer %q", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
