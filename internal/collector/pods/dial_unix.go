//go:build !windows

package pods

import (
	"context"
	"net"
	"strings"
)

const kubeletSocket = "/var/lib/kubelet/pod-resources/kubelet.sock"

func dial(ctx context.Context, path string) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "unix", strings.TrimPrefix(path, "unix://"))
}
