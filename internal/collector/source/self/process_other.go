//go:build !linux

package self

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	psutil "github.com/shirou/gopsutil/v4/process"

	"platform/internal/collector/host"
)

// process asks the operating system through its libraries.
type process struct{ own *psutil.Process }

func openProcess(host.Root) (*process, error) {
	own, err := psutil.NewProcess(int32(os.Getpid()))
	if err != nil {
		return nil, fmt.Errorf("open own process: %w", err)
	}
	return &process{own}, nil
}

func (*process) close() error { return nil }

func (p *process) began() time.Time {
	ms, err := p.own.CreateTime()
	if err != nil {
		return time.Now()
	}
	return time.UnixMilli(ms)
}

func (p *process) usage(ctx context.Context) (usage, error) {
	times, err := p.own.TimesWithContext(ctx)
	if err != nil {
		return usage{}, fmt.Errorf("read own CPU time: %w", err)
	}
	memory, err := p.own.MemoryInfoWithContext(ctx)
	if err != nil {
		return usage{}, fmt.Errorf("read own memory: %w", err)
	}
	threads, err := p.own.NumThreadsWithContext(ctx)
	if err != nil {
		return usage{}, fmt.Errorf("count own threads: %w", err)
	}
	return usage{
		user:     seconds(times.User),
		system:   seconds(times.System),
		resident: int64(memory.RSS),
		virtual:  int64(memory.VMS),
		threads:  int64(threads),
	}, nil
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// descriptors are a notion of Unix; Windows has handles instead.
func (p *process) descriptors(ctx context.Context) (int64, error) {
	if runtime.GOOS == "windows" {
		return 0, errors.ErrUnsupported
	}
	n, err := p.own.NumFDsWithContext(ctx)
	if err != nil {
		return 0, fmt.Errorf("count own descriptors: %w", err)
	}
	return int64(n), nil
}
