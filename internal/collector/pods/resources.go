package pods

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	podresources "k8s.io/kubelet/pkg/apis/podresources/v1"

	"platform/internal/collector/source"
)

const (
	listTimeout = 5 * time.Second
	maxList     = 16 << 20
)

// watchResources asks the kubelet again and again. What it last said stays in
// force while its socket is missing, as it is when the kubelet restarts.
func (m *Map) watchResources(ctx context.Context, o Options, f *feed) {
	every, socket := cmp.Or(o.Refresh, refresh), cmp.Or(o.Socket, kubeletSocket)
	for {
		asked := time.Now()
		list, err := askKubelet(ctx, socket)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			a := readAllocations(list)
			m.given.Store(a)
			f.say(a.pods, nil)
		default:
			known := 0
			if a := m.given.Load(); a != nil {
				known = a.pods
			}
			f.say(known, err)
		}
		if !m.waitNext(ctx, asked, every) {
			return
		}
	}
}

// waitNext waits for the next turn, which comes sooner when someone asked for a
// container that is not known.
func (m *Map) waitNext(ctx context.Context, asked time.Time, every time.Duration) bool {
	turn := time.NewTimer(every)
	defer turn.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-turn.C:
		return true
	case <-m.unknown:
	}
	return sleep(ctx, min(every, soonest)-time.Since(asked))
}

// sleep waits for d and reports whether ctx still goes on.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// askKubelet asks over a connection of its own: the kubelet makes a new socket
// each time it starts.
func askKubelet(ctx context.Context, socket string) (*podresources.ListPodResourcesResponse, error) {
	var missing atomic.Bool
	conn, err := grpc.NewClient("passthrough:///kubelet",
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
			conn, err := dial(ctx, socket)
			missing.Store(errors.Is(err, fs.ErrNotExist))
			return conn, err
		}),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxList)),
		grpc.WithNoProxy())
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", socket, err)
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	list, err := podresources.NewPodResourcesListerClient(conn).List(ctx, &podresources.ListPodResourcesRequest{})
	switch {
	case err == nil:
		return list, nil
	case missing.Load():
		return nil, fmt.Errorf("%w: no socket at %s", source.ErrUnavailable, socket)
	}
	return nil, fmt.Errorf("list pod resources: %w", err)
}
