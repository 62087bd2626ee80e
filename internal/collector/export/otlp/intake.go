package otlp

import (
	"context"

	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/collector/sample"
)

// item is a snapshot with the resource of its moment.
type item struct {
	snap *sample.Snapshot
	res  *resource.Resource
}

// payload is a snapshot as the exporters take it, with its encoding where
// that was needed at once.
type payload struct {
	rm   *metricdata.ResourceMetrics
	body []byte
	size int
}

// bytesPerPoint is a usual size of a point with its attributes.
const bytesPerPoint = 256

// Encode returns the payload as OTLP.
func (p *payload) Encode() []byte {
	if p.body != nil {
		return p.body
	}
	body, _ := encode(p.rm, p.size)
	return body
}

// Size is a guess unless it is encoded.
func (p *payload) Size() int { return p.size }

// intakeSize is how many snapshots may wait for a disk that does not answer.
const intakeSize = 16

// keep puts snapshots into the queue.
func (s *Sender) keep(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case it := <-s.intake:
			size := bytesPerPoint * (1 + min(maxPoints, it.snap.Points()))
			for _, rm := range split(convert(it.snap, it.res), maxPoints) {
				if err := s.queue.Push(it.snap.Time, s.prepare(rm, size)); err != nil {
					s.opt.Report(err)
				}
				notify(s.wake)
			}
			s.change(-1)
		}
	}
}

// prepare makes a request ready for the queue. One that goes to disk is
// encoded; so is one for deltas, whose series must have the same names whether
// they were read back or not. size is a guess.
func (s *Sender) prepare(rm *metricdata.ResourceMetrics, size int) *payload {
	p := &payload{rm: rm, size: size}
	if s.durable || s.deltas != nil {
		var clean bool
		if p.body, clean = encode(p.rm, p.size); !clean {
			p.rm = mended(p.body, p.rm)
		}
		p.size = len(p.body)
	}
	return p
}

// mended returns the snapshot in body, where text that is no UTF-8 has been
// replaced.
func mended(body []byte, rm *metricdata.ResourceMetrics) *metricdata.ResourceMetrics {
	if again, err := decode(body); err == nil {
		return again
	}
	return rm
}
