// Package platform gets secrets, prompts and rules from a platform server.
//
// A Client is made once and used by any number of goroutines. Calls are
// tried again when the server is busy or cannot be reached (retry.go).
package platform

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Options say which server a Client asks, and how. The zero value takes URL
// and key from the environment.
type Options struct {
	URL    string // default: the variable PLATFORM_URL
	APIKey string // default: the variable PLATFORM_API_KEY

	Organisation   string // id; default: the key's
	Project        string // id; default: the key's
	Environment    string // name; default: the key's
	DatabaseConfig string // id of a database configuration of the key's project

	Timeout time.Duration // of one try; default 10 s
	Retries *int          // tries after the first; default 3
	HTTP    http.RoundTripper
}

// Client asks one server with one key.
type Client struct {
	base    string
	header  http.Header
	http    *http.Client
	retries int
	timeout time.Duration
}

const (
	defaultTimeout = 10 * time.Second
	defaultRetries = 3
	answerLimit    = 16 << 20 // bytes
)

// New makes a client.
func New(o Options) (*Client, error) {
	address, key := o.URL, o.APIKey
	if address == "" {
		address = os.Getenv("PLATFORM_URL")
	}
	if key == "" {
		key = os.Getenv("PLATFORM_API_KEY")
	}
	u, err := url.Parse(address)
	switch {
	case address == "":
		return nil, errors.New("no server: set Options.URL or the variable PLATFORM_URL")
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("the URL of the server is not of the form https://host")
	case key == "":
		return nil, errors.New("no API key: set Options.APIKey or the variable PLATFORM_API_KEY")
	case strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }):
		return nil, errors.New("the API key has characters that no key has")
	}
	c := &Client{base: strings.TrimRight(address, "/"), header: http.Header{}, retries: defaultRetries, timeout: defaultTimeout}
	if o.Retries != nil {
		c.retries = max(0, *o.Retries)
	}
	if o.Timeout > 0 {
		c.timeout = o.Timeout
	}
	// The key goes to the named server only: redirects are not followed.
	c.http = &http.Client{Transport: o.HTTP, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	c.header.Set("Authorization", "Bearer "+key)
	c.header.Set("Content-Type", "application/json")
	for name, value := range map[string]string{"x-platform-organisation-id": o.Organisation, "x-platform-project-id": o.Project,
		"x-platform-environment": o.Environment, "x-platform-database-config-id": o.DatabaseConfig} {
		if value != "" {
			c.header.Set(name, value)
		}
	}
	return c, nil
}

// Error is a refusal of the server.
type Error struct {
	Status  int    // HTTP status; 200 where the server answered with an error text
	Message string // of the server
}

func (e *Error) Error() string {
	if e.Status == http.StatusOK {
		return e.Message
	}
	return fmt.Sprintf("%s (status %d)", e.Message, e.Status)
}

// post asks and reads the answer into out.
func (c *Client) post(ctx context.Context, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("write request: %w", err)
	}
	raw, err := c.try(ctx, func(ctx context.Context) ([]byte, error) { return c.once(ctx, path, body) })
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return errors.New("the answer of the server is not what was expected: is the URL the one of a platform?")
	}
	return nil
}

// once makes one try.
func (c *Client) once(ctx context.Context, path string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	r.Header = c.header.Clone()
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, &unreachable{err}
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(answer.Body, answerLimit+1))
	switch {
	case err != nil:
		return nil, &unreachable{err}
	case len(raw) > answerLimit:
		return nil, fmt.Errorf("the answer of the server has more than %d bytes", answerLimit)
	case answer.StatusCode == http.StatusOK:
		return raw, nil
	}
	return nil, refused(answer, raw)
}
