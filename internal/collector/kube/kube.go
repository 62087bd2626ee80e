// Package kube asks the Kubernetes API server over plain HTTPS, as the service
// account that the collector runs under.
package kube

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// Files that the kubelet puts in every pod.
const (
	tokenFile = "/var/run/secrets/kubernetes.io/serviceaccount/token"
	caFile    = "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"
)

const (
	dialTimeout   = 3 * time.Second
	headerTimeout = 10 * time.Second
	maxToken      = 64 << 10
	maxCA         = 1 << 20
	maxFault      = 64 << 10
)

// Options say where the API server is and what proves who asks. Empty files are
// those that the kubelet puts in every pod.
type Options struct {
	Host      string // KUBERNETES_SERVICE_HOST: a name or an address, also of version 6
	Port      string // KUBERNETES_SERVICE_PORT; "" is 443
	TokenFile string
	CAFile    string
}

// Client asks one API server. The token is read anew for each request and the
// certificate authority for each connection, because both are rotated.
type Client struct {
	base  string
	token string // path
	http  *http.Client
}

// New returns a client, or nil outside Kubernetes, where o has no host. It
// neither reads a file nor dials.
func New(o Options) *Client {
	if o.Host == "" {
		return nil
	}
	c := &Client{base: "https://" + address(o.Host, o.Port), token: cmp.Or(o.TokenFile, tokenFile)}
	dial := &dialer{ca: cmp.Or(o.CAFile, caFile)}
	c.http = &http.Client{
		Transport: &http.Transport{
			DialTLSContext:        dial.dial,
			ResponseHeaderTimeout: headerTimeout,
			MaxIdleConns:          4,
			IdleConnTimeout:       90 * time.Second,
		},
		// The token goes to the API server and nowhere else.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return c
}

// address puts an IPv6 host in brackets.
func address(host, port string) string {
	return net.JoinHostPort(strings.Trim(host, "[]"), cmp.Or(port, "443"))
}

// Close drops idle connections.
func (c *Client) Close() {
	if c != nil {
		c.http.CloseIdleConnections()
	}
}

// Get reads the whole answer to a GET, at most limit bytes of it.
func (c *Client) Get(ctx context.Context, path string, query url.Values, limit int64) ([]byte, error) {
	body, err := c.Stream(ctx, path, query)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	raw, err := io.ReadAll(io.LimitReader(body, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if int64(len(raw)) > limit {
		return nil, fmt.Errorf("read %s: the answer is larger than %d bytes", path, limit)
	}
	return raw, nil
}

// Stream returns the body of the answer to a GET. It ends with ctx and is
// closed by the caller. An answer other than 200 is a *StatusError.
func (c *Client) Stream(ctx context.Context, path string, query url.Values) (io.ReadCloser, error) {
	at := c.base + path
	if len(query) > 0 {
		at += "?" + query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, fmt.Errorf("ask for %s: %w", path, err)
	}
	token, err := readFile(c.token, maxToken)
	if err != nil {
		return nil, fmt.Errorf("read service-account token: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(token)))
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "platform-collector")
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("ask for %s: %w", path, bare(err))
	}
	if resp.StatusCode != http.StatusOK {
		defer resp.Body.Close()
		return nil, statusError(path, resp)
	}
	return resp.Body, nil
}

// bare drops the address that url.Error repeats.
func bare(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// StatusError is an answer other than 200.
type StatusError struct {
	Path       string
	Code       int
	Message    string        // of the server, "" when it gave none
	RetryAfter time.Duration // 0 when it does not say
}

func (e *StatusError) Error() string {
	s := fmt.Sprintf("ask for %s: %d %s", e.Path, e.Code, http.StatusText(e.Code))
	if e.Message != "" {
		s += ": " + e.Message
	}
	return s
}

// Code returns the status of the answer that err came from, 0 when there was
// no answer.
func Code(err error) int {
	var s *StatusError
	if errors.As(err, &s) {
		return s.Code
	}
	return 0
}

func statusError(path string, resp *http.Response) *StatusError {
	e := &StatusError{Path: path, Code: resp.StatusCode}
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s > 0 {
		e.RetryAfter = time.Duration(min(s, 3600)) * time.Second
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxFault))
	var status struct {
		Message string `json:"message"`
	}
	if err == nil && json.Unmarshal(raw, &status) == nil && len(status.Message) <= 512 {
		e.Message = status.Message
	}
	return e
}

// dialer opens connections to a server that the certificate authority of the
// cluster vouches for.
type dialer struct{ ca string }

func (d *dialer) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	raw, err := readFile(d.ca, maxCA)
	if err != nil {
		return nil, fmt.Errorf("read certificate authority: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(raw) {
		return nil, fmt.Errorf("read certificate authority: %s has no certificate", d.ca)
	}
	t := tls.Dialer{
		NetDialer: &net.Dialer{Timeout: dialTimeout},
		Config:    &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12},
	}
	ctx, cancel := context.WithTimeout(ctx, 2*dialTimeout)
	defer cancel()
	return t.DialContext(ctx, network, addr)
}

func readFile(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}
