package system

import (
	"context"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// networkCount is what an interface has carried since it was made.
type networkCount struct {
	name                          []byte // valid until the next read
	received, transmitted         int64  // bytes
	receiveErrors, transmitErrors int64
}

type networks struct {
	now   []networkCount // reused
	known roster
}

func (s *Source) newInterface(name string) *sample.Entity {
	return sample.NewEntity(named(metrics.Interface, name)).Since(s.boot)
}

// sampleNetworks reports every interface but the loopback, which carries
// nothing of the host's own network. It reads nothing while a source of the
// adapters themselves has taken these series over.
func (s *Source) sampleNetworks(ctx context.Context, b *sample.Batch) error {
	if !b.Wants(s.host, metrics.NetworkIO, "receive") && !b.Wants(s.host, metrics.NetworkErrors, "receive") {
		return nil
	}
	n := &s.networks
	var err error
	n.now, err = s.kernel.networks(ctx, n.now[:0])
	for i := range n.now {
		c := &n.now[i]
		e := n.known.get(c.name)
		b.Int(e, metrics.NetworkIO, c.received, "receive")
		b.Int(e, metrics.NetworkIO, c.transmitted, "transmit")
		b.Int(e, metrics.NetworkErrors, c.receiveErrors, "receive")
		b.Int(e, metrics.NetworkErrors, c.transmitErrors, "transmit")
	}
	if err == nil {
		n.known.sweep()
	}
	return err
}
