package identity

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Clouds are the addresses of the metadata services; an empty one is the cloud's
// own.
type Clouds struct{ AWS, GCP, Azure string }

// linkLocal is where all three clouds serve metadata. By its number, because a
// name would need a resolver that may not be up.
const linkLocal = "http://169.254.169.254"

const (
	requestTimeout  = 500 * time.Millisecond
	metadataTimeout = 2 * time.Second // for all requests of all clouds
	maxMetadata     = 256 << 10
)

var errNoCloud = errors.New("no metadata service answered")

// askClouds asks the three clouds side by side; the first that answers is where
// the machine runs. inCluster also asks for the name of the cluster and of the
// machine.
func askClouds(ctx context.Context, at Clouds, inCluster bool) (found, error) {
	ctx, cancel := context.WithTimeout(ctx, metadataTimeout)
	defer cancel()
	c := newMetadataClient()
	defer c.http.CloseIdleConnections()
	probes := []func() (found, error){
		func() (found, error) { return askAWS(ctx, c, orDefault(at.AWS), inCluster) },
		func() (found, error) { return askGCP(ctx, c, orDefault(at.GCP), inCluster) },
		func() (found, error) { return askAzure(ctx, c, orDefault(at.Azure), inCluster) },
	}
	type answer struct {
		found
		err error
	}
	answers := make(chan answer, len(probes))
	for _, probe := range probes {
		go func() {
			f, err := probe()
			answers <- answer{f, err}
		}()
	}
	first := found{}
	for range probes {
		if a := <-answers; a.err == nil && first.provider == "" {
			first = a.found
			cancel() // ends the others, which are still waited for
		}
	}
	if first.provider == "" {
		return found{}, errNoCloud
	}
	return first, nil
}

func orDefault(address string) string {
	if address == "" {
		return linkLocal
	}
	return strings.TrimSuffix(address, "/")
}

// metadataClient asks a metadata service, never through a proxy and never
// elsewhere than asked.
type metadataClient struct{ http *http.Client }

func newMetadataClient() *metadataClient {
	return &metadataClient{&http.Client{
		Timeout: requestTimeout,
		Transport: &http.Transport{
			DialContext:     (&net.Dialer{Timeout: requestTimeout}).DialContext,
			MaxIdleConns:    8,
			IdleConnTimeout: metadataTimeout,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// do returns the body and the headers of an answer with status 200.
func (c *metadataClient) do(ctx context.Context, method, address, header, value string) (string, http.Header, error) {
	req, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return "", nil, err
	}
	if header != "" {
		req.Header.Set(header, value)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err
		}
		return "", nil, fmt.Errorf("ask metadata service: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", nil, fmt.Errorf("ask metadata service: status %d", resp.StatusCode)
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxMetadata))
	if err != nil {
		return "", nil, fmt.Errorf("ask metadata service: %w", err)
	}
	return string(raw), resp.Header, nil
}
