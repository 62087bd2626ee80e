package pods

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/windows"
)

const kubeletSocket = `\\.\pipe\kubelet-pod-resources`

// anonymous keeps the server of the pipe from acting as the collector.
const anonymous = 0x00100000 // SECURITY_SQOS_PRESENT with SECURITY_ANONYMOUS

// dial opens a named pipe for asynchronous use, which gives os.File deadlines.
func dial(ctx context.Context, path string) (net.Conn, error) {
	path = strings.ReplaceAll(strings.TrimPrefix(path, "npipe://"), "/", `\`)
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	for {
		h, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE, 0, nil, windows.OPEN_EXISTING, windows.FILE_FLAG_OVERLAPPED|anonymous, 0)
		switch {
		case err == nil:
			return pipe{os.NewFile(uintptr(h), path)}, nil
		case !errors.Is(err, windows.ERROR_PIPE_BUSY):
			return nil, fmt.Errorf("open %s: %w", path, err)
		case !sleep(ctx, 10*time.Millisecond):
			return nil, fmt.Errorf("open %s: %w", path, ctx.Err())
		}
	}
}

// pipe is a named pipe as a connection.
type pipe struct{ *os.File }

func (p pipe) LocalAddr() net.Addr  { return pipeAddr(p.Name()) }
func (p pipe) RemoteAddr() net.Addr { return pipeAddr(p.Name()) }

type pipeAddr string

func (pipeAddr) Network() string  { return "pipe" }
func (a pipeAddr) String() string { return string(a) }
