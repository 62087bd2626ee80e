package llm

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

const (
	answerLimit  = 16 << 20 // bytes of an answer
	dialPatience = 10 * time.Second
)

// transports are the two ways out of the server. Proxies of the environment
// are not used: what a guard cannot see it cannot judge.
type transports struct{ plain, encrypted *http.Transport }

func newTransports(g guard) transports {
	make := func(plain bool) *http.Transport {
		dialer := &net.Dialer{Timeout: dialPatience, KeepAlive: 30 * time.Second, Control: g.control(plain)}
		return &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: dialPatience, MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute,
			MaxResponseHeaderBytes: 64 << 10, ForceAttemptHTTP2: true}
	}
	return transports{make(true), make(false)}
}

// client returns what a model's requests go through. header and key are added
// to each on its way out, so that neither the SDKs nor their errors hold the key.
func (t transports) client(header, key string) *http.Client {
	return &http.Client{Transport: &keyed{t, header, key}, CheckRedirect: sameHost}
}

// sameHost refuses to carry a conversation and its key to somebody else.
func sameHost(next *http.Request, before []*http.Request) error {
	first := before[0].URL
	if next.URL.Scheme != first.Scheme || next.URL.Host != first.Host || len(before) > 3 {
		return &errAddress{"the endpoint wants to send the request on to another address, which is not done"}
	}
	return nil
}

type keyed struct {
	transports
	header, key string
}

func (k *keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	if k.key != "" {
		r = r.Clone(r.Context())
		r.Header.Set(k.header, k.key)
	}
	through := k.encrypted
	if r.URL.Scheme != "https" {
		through = k.plain
	}
	answer, err := through.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	answer.Body = &limited{answer.Body, answerLimit}
	return answer, nil
}

var errLong = errors.New("the answer is too long")

// limited fails when more than left bytes come.
type limited struct {
	io.ReadCloser
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, fmt.Errorf("%w: more than %d bytes", errLong, int64(answerLimit))
	}
	n, err := l.ReadCloser.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}
