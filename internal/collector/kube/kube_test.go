package kube_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"platform/internal/collector/kube"
	"platform/internal/collector/kube/kubetest"
)

func TestOutsideKubernetesThereIsNoClient(t *testing.T) {
	if c := kube.New(kube.Options{}); c != nil {
		t.Errorf("New without a host = %v", c)
	}
	(*kube.Client)(nil).Close()
}

func TestARequestCarriesTheTokenOfTheFileAsItIsNow(t *testing.T) {
	s := kubetest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s", r.Header.Get("Authorization"), r.URL)
	}))
	c := s.Client(t)
	f := func(want string) {
		t.Helper()
		got, err := c.Get(t.Context(), "/api/v1/nodes/n", url.Values{"a": {"b c"}}, 100)
		if err != nil || string(got) != want {
			t.Errorf("Get = %q, %v; want %q", got, err, want)
		}
	}
	f("Bearer first /api/v1/nodes/n?a=b+c")
	s.SetToken(t, "second")
	f("Bearer second /api/v1/nodes/n?a=b+c")
}

func TestAnAnswerOtherThan200SaysWhatTheServerSaid(t *testing.T) {
	s := kubetest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusForbidden)
		io.WriteString(w, `{"kind":"Status","message":"nodes is forbidden"}`)
	}))
	_, err := s.Client(t).Get(t.Context(), "/api/v1/nodes/n", nil, 100)
	var status *kube.StatusError
	if !errors.As(err, &status) || kube.Code(err) != 403 || status.RetryAfter != 7*time.Second {
		t.Fatalf("err = %#v", err)
	}
	if want := "ask for /api/v1/nodes/n: 403 Forbidden: nodes is forbidden"; err.Error() != want {
		t.Errorf("err = %q, want %q", err, want)
	}
}

func TestALargeAnswerIsRefused(t *testing.T) {
	s := kubetest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, strings.Repeat("x", 101))
	}))
	if _, err := s.Client(t).Get(t.Context(), "/", nil, 100); err == nil {
		t.Error("an answer over the limit was taken")
	}
}

func TestARedirectIsNotFollowedWithTheToken(t *testing.T) {
	elsewhere := kubetest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Error("the redirect was followed")
	}))
	s := kubetest.Serve(t, http.RedirectHandler(elsewhere.URL, http.StatusFound))
	if _, err := s.Client(t).Get(t.Context(), "/", nil, 100); kube.Code(err) != http.StatusFound {
		t.Errorf("err = %v", err)
	}
}

func TestAServerWithAnotherAuthorityIsRefusedUntilTheFileIsReplaced(t *testing.T) {
	s := kubetest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") }))
	ca, err := os.ReadFile(s.Options.CAFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.Options.CAFile, []byte("not a certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := s.Client(t)
	if _, err := c.Get(t.Context(), "/", nil, 100); err == nil || strings.Contains(err.Error(), "first") {
		t.Errorf("err = %v", err)
	}
	if err := os.WriteFile(s.Options.CAFile, ca, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Get(t.Context(), "/", nil, 100); err != nil || string(got) != "ok" {
		t.Errorf("after the rotation: %q, %v", got, err)
	}
}
