package pods

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"platform/internal/collector/kube"
	"platform/internal/collector/source"
)

const (
	podsPath    = "/api/v1/pods"
	pageSize    = "100"
	maxPage     = 32 << 20
	maxEvent    = 4 << 20
	maxPods     = 5000 // of one node
	pageTimeout = 20 * time.Second
	watchFor    = 5 * time.Minute
	pollEvery   = time.Minute // where watching is not allowed
)

// errExpired means that the server no longer has the version to watch from.
var errExpired = errors.New("watch pods: the version is too old")

// lookup is the pods of one node, kept current.
type lookup struct {
	kube *kube.Client
	node string
	pods map[string]*entry // by UID
	at   string            // the version they are of
	tell func()            // after a change

	first, delay time.Duration // waits before asking again, doubled with each failure
}

// watchPods lists the pods of the node and follows their changes until ctx ends
// or the server says that it is not allowed.
func (m *Map) watchPods(ctx context.Context, o Options, f *feed) {
	switch {
	case o.Kube == nil:
		f.say(0, fmt.Errorf("%w: not in Kubernetes", source.ErrUnavailable))
		return
	case o.Node == "":
		f.say(0, fmt.Errorf("%w: K8S_NODE_NAME is not set", source.ErrUnavailable))
		return
	}
	first := cmp.Or(o.Backoff, backoff)
	l := &lookup{kube: o.Kube, node: o.Node, pods: map[string]*entry{}, first: first, delay: first}
	l.tell = func() {
		m.api.Store(newDirectory(l.pods))
		f.say(len(l.pods), nil)
	}
	for {
		wait, err := l.follow(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			f.say(len(l.pods), fmt.Errorf("look pods up: %w", err))
		}
		switch {
		case kube.Code(err) == http.StatusForbidden:
			return
		case err != nil:
			wait = max(l.delay, retryAfter(err))
			l.delay = min(2*l.delay, maxDelay)
		}
		if !sleep(ctx, wait) {
			return
		}
	}
}

// follow lists and then watches for as long as the server goes on. It returns
// how long to wait before the next list.
func (l *lookup) follow(ctx context.Context) (time.Duration, error) {
	if err := l.list(ctx); err != nil {
		return 0, err
	}
	for {
		err := l.watch(ctx)
		switch {
		case errors.Is(err, errExpired):
			return l.first, nil
		case kube.Code(err) == http.StatusForbidden, kube.Code(err) == http.StatusMethodNotAllowed: // list alone was granted
			l.delay = l.first
			return pollEvery, nil
		case err != nil:
			return 0, err
		}
		l.delay = l.first
		if !sleep(ctx, l.first) {
			return 0, ctx.Err()
		}
	}
}

func retryAfter(err error) time.Duration {
	var s *kube.StatusError
	if errors.As(err, &s) {
		return s.RetryAfter
	}
	return 0
}

// list reads all pods of the node, page by page.
func (l *lookup) list(ctx context.Context) error {
	query := url.Values{"fieldSelector": {"spec.nodeName=" + l.node}, "limit": {pageSize}}
	pods := map[string]*entry{}
	for {
		p, err := l.page(ctx, query)
		if err != nil {
			return err
		}
		for i := range p.Items {
			if uid := p.Items[i].Metadata.UID; uid != "" && len(pods) < maxPods {
				pods[uid] = p.Items[i].entry()
			}
		}
		l.at = p.Metadata.ResourceVersion
		if p.Metadata.Continue == "" || p.Metadata.Continue == query.Get("continue") {
			break
		}
		query.Set("continue", p.Metadata.Continue)
	}
	l.pods = pods
	l.tell()
	return nil
}

func (l *lookup) page(ctx context.Context, query url.Values) (page, error) {
	ctx, cancel := context.WithTimeout(ctx, pageTimeout)
	defer cancel()
	raw, err := l.kube.Get(ctx, podsPath, query, maxPage)
	if err != nil {
		return page{}, err
	}
	return parsePage(raw)
}

// watch follows changes from the version that is known until the server ends
// the answer, as it does after a while.
func (l *lookup) watch(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, watchFor+pageTimeout)
	defer cancel()
	body, err := l.kube.Stream(ctx, podsPath, url.Values{
		"fieldSelector": {"spec.nodeName=" + l.node}, "watch": {"1"}, "allowWatchBookmarks": {"true"},
		"resourceVersion": {l.at}, "timeoutSeconds": {strconv.Itoa(int(watchFor / time.Second))},
	})
	if kube.Code(err) == http.StatusGone {
		return errExpired
	}
	if err != nil {
		return err
	}
	defer body.Close()
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, maxEvent)
	events := 0
	for lines.Scan() {
		if err := l.apply(lines.Bytes()); err != nil {
			return err
		}
		events++
	}
	if err := lines.Err(); err != nil && events == 0 {
		return fmt.Errorf("watch pods: %w", err)
	}
	return nil
}

// apply takes over one change.
func (l *lookup) apply(line []byte) error {
	kind, pod, code, err := parseEvent(line)
	if err != nil {
		return err
	}
	uid := pod.Metadata.UID
	switch {
	case kind == "ERROR" && code == http.StatusGone:
		return errExpired
	case kind == "ERROR":
		return &kube.StatusError{Path: podsPath, Code: code}
	case kind == "DELETED":
		delete(l.pods, uid)
	case (kind == "ADDED" || kind == "MODIFIED") && uid != "" && len(l.pods) < maxPods:
		l.pods[uid] = pod.entry()
	}
	if v := pod.Metadata.ResourceVersion; v != "" {
		l.at = v
	}
	if kind != "BOOKMARK" {
		l.tell()
	}
	return nil
}
