//go:build !linux

package system

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
	"github.com/shirou/gopsutil/v4/disk"
	psutil "github.com/shirou/gopsutil/v4/host"
	"github.com/shirou/gopsutil/v4/mem"
	"github.com/shirou/gopsutil/v4/net"

	"platform/internal/collector/host"
)

// kernel asks the operating system through its libraries.
type kernel struct{ table []mountPoint }

// openKernel needs nothing: the root is of no use to system libraries.
func openKernel(host.Root) (*kernel, error) { return &kernel{}, nil }

func (*kernel) close() error { return nil }

func (*kernel) boot() time.Time {
	seconds, err := psutil.BootTime()
	if err != nil || seconds == 0 {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0)
}

func (*kernel) cpus(dst []cpuTime) ([]cpuTime, error) {
	all, err := cpu.Times(true)
	if err != nil {
		return dst, fmt.Errorf("read CPU times: %w", err)
	}
	for i, t := range all {
		dst = append(dst, cpuTime{
			number: i,
			busy:   t.User + t.Nice + t.System + t.Irq + t.Softirq + t.Steal,
			idle:   t.Idle + t.Iowait,
		})
	}
	return dst[:min(len(dst), maxCPUs)], nil
}

// memory takes what the system can hand out at once as free, so that used is
// what it cannot.
func (*kernel) memory() (memory, error) {
	v, err := mem.VirtualMemory()
	if err != nil {
		return memory{}, fmt.Errorf("read memory: %w", err)
	}
	return memory{total: int64(v.Total), free: int64(min(v.Available, v.Total))}, nil
}

// reportsDisk accepts all: the system lists whole disks or drive letters only.
func (*kernel) reportsDisk(string) bool { return true }

func (*kernel) disks(ctx context.Context, dst []diskCount) ([]diskCount, error) {
	all, err := disk.IOCountersWithContext(ctx)
	if err != nil {
		return dst, fmt.Errorf("read disk counters: %w", err)
	}
	for name, c := range all {
		dst = append(dst, diskCount{
			name:      []byte(name),
			readBytes: int64(c.ReadBytes), writeBytes: int64(c.WriteBytes),
			reads: int64(c.ReadCount), writes: int64(c.WriteCount),
		})
	}
	return dst, nil
}

func (*kernel) networks(ctx context.Context, dst []networkCount) ([]networkCount, error) {
	all, err := net.IOCountersWithContext(ctx, true)
	if err != nil {
		return dst, fmt.Errorf("read interface counters: %w", err)
	}
	for _, c := range all {
		if c.Name == "lo0" || strings.HasPrefix(c.Name, "Loopback Pseudo-Interface") {
			continue
		}
		dst = append(dst, networkCount{
			name:     []byte(c.Name),
			received: int64(c.BytesRecv), transmitted: int64(c.BytesSent),
			receiveErrors: int64(c.Errin), transmitErrors: int64(c.Errout),
		})
	}
	return dst, nil
}

func (k *kernel) mounts(ctx context.Context) (points []mountPoint, changed bool, err error) {
	all, err := disk.PartitionsWithContext(ctx, true)
	for _, p := range all {
		if p.Mountpoint == "" { // a drive without a medium
			continue
		}
		points = append(points, mountPoint{device: p.Device, point: p.Mountpoint, fstype: p.Fstype, volume: p.Mountpoint, whole: true})
	}
	if err != nil && len(points) == 0 {
		return nil, false, fmt.Errorf("list mounts: %w", err)
	}
	if slices.Equal(points, k.table) {
		return nil, false, nil
	}
	k.table = points
	return points, true, nil
}

func (*kernel) path(point string) string { return point }

func (*kernel) space(path, _ string) (space, error) {
	u, err := disk.Usage(path)
	if err != nil {
		return space{}, err
	}
	return newSpace(u.Total, u.Total-min(u.Used, u.Total), u.Free, 1), nil
}
