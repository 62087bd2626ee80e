// Package kubetest starts API servers for tests.
package kubetest

import (
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"platform/internal/collector/kube"
)

// Server is an API server that the collector can ask.
type Server struct {
	*httptest.Server
	Options kube.Options // how to reach it, with the token "first"
}

// Serve starts an API server with the certificate and the token that a pod
// would find. It is closed when the test ends.
func Serve(t testing.TB, handler http.Handler) *Server {
	t.Helper()
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	s := &Server{Server: server, Options: kube.Options{
		Host: at.Hostname(), Port: at.Port(),
		TokenFile: filepath.Join(dir, "token"), CAFile: filepath.Join(dir, "ca.crt"),
	}}
	s.SetToken(t, "first")
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(s.Options.CAFile, ca, 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

// SetToken replaces the token, as the kubelet does when it rotates it.
func (s *Server) SetToken(t testing.TB, token string) {
	t.Helper()
	if err := os.WriteFile(s.Options.TokenFile, []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Client returns a client of the server, closed when the test ends.
func (s *Server) Client(t testing.TB) *kube.Client {
	t.Helper()
	c := kube.New(s.Options)
	t.Cleanup(c.Close)
	return c
}
