package system

import (
	"context"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// diskCount is what a block device has done since it was attached.
type diskCount struct {
	name                  []byte // valid until the next read
	readBytes, writeBytes int64
	reads, writes         int64
}

type disks struct {
	now   []diskCount // reused
	known roster      // nil: a device that is not reported
}

func (s *Source) newDisk(name string) *sample.Entity {
	if !s.kernel.reportsDisk(name) {
		return nil
	}
	return sample.NewEntity(named(metrics.Device, name)).Since(s.boot)
}

func (s *Source) sampleDisks(ctx context.Context, b *sample.Batch) error {
	d := &s.disks
	var err error
	d.now, err = s.kernel.disks(ctx, d.now[:0])
	for i := range d.now {
		c := &d.now[i]
		e := d.known.get(c.name)
		if e == nil {
			continue
		}
		b.Int(e, metrics.DiskIO, c.readBytes, "read")
		b.Int(e, metrics.DiskIO, c.writeBytes, "write")
		b.Int(e, metrics.DiskOperations, c.reads, "read")
		b.Int(e, metrics.DiskOperations, c.writes, "write")
	}
	if err == nil {
		d.known.sweep()
	}
	return err
}
