package nvidia

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"platform/internal/collector/gpu"
	"platform/internal/collector/source/nvidia/nvml"
)

// device is a GPU or a MIG instance that is being read. Two goroutines read
// it: one in ticks, one between them.
type device struct {
	identity
	session *session
	cancel  context.CancelFunc
	gone    <-chan struct{} // closed when the device is no longer read
	slow    *background

	lost    atomic.Bool // it has fallen off the bus; one call per tick tries it
	wantsIO atomic.Bool // PCIe bytes are not owned by another source

	// Of the goroutine that samples.
	busy  bool // a question is not answered yet
	asked bool // it is one of this tick

	ask    chan struct{}
	answer chan error // nil, or what went wrong; report holds the rest

	// Of the goroutine that reads in ticks, and between an answer and the next
	// question of the one that samples.
	nv     caller
	report gpu.Report
	values values
	fields []nvml.Field // those that the device has
	procs  processes
}

// begin starts to read a device.
func (n *session) begin(id identity) *device {
	ctx, cancel := context.WithCancel(n.ctx)
	d := &device{
		identity: id, session: n, cancel: cancel, gone: ctx.Done(),
		ask: make(chan struct{}, 1), answer: make(chan error, 1),
	}
	d.wantsIO.Store(true)
	d.nv = caller{Device: n.lib.Device(id.handle), lost: &d.lost}
	d.fields = quickFields()
	d.procs.device = &d.nv
	d.slow = newBackground(d)
	n.wg.Go(func() { d.serve(ctx) })
	n.wg.Go(func() { d.slow.run(ctx) })
	return d
}

// serve reads the device whenever it is asked to.
func (d *device) serve(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.ask:
		}
		err := d.read()
		d.answer <- err
	}
}

var (
	errHangs = errors.New("still in a call of an earlier tick")
	errGone  = errors.New("no longer there")
)

// begin asks for a reading, unless one that was asked for before hangs.
func (d *device) begin() {
	d.asked = false
	if d.busy {
		select {
		case <-d.answer: // too late to be used
		default:
			return
		}
	}
	d.busy, d.asked = true, true
	d.ask <- struct{}{}
}

// await returns the reading that was asked for. A device that does not answer
// counts as lost for this tick; one that was taken away meanwhile is errGone.
func (d *device) await(ctx context.Context) (gpu.Report, error) {
	if !d.asked {
		return d.silent(), errHangs
	}
	select {
	case err := <-d.answer:
		d.busy = false
		return d.report, err
	case <-d.gone:
		return d.silent(), errGone
	case <-ctx.Done():
	}
	select {
	case err := <-d.answer: // both were ready
		d.busy = false
		return d.report, err
	default:
		return d.silent(), fmt.Errorf("no answer: %w", ctx.Err())
	}
}

func (d *device) silent() gpu.Report {
	return gpu.Report{Device: d.Device, Reading: gpu.Reading{Lost: true}}
}
