package pipeline

import (
	"context"
	"time"

	"platform/internal/collector/sample"
)

// Loop ticks until ctx ends: at once, then every interval. Each snapshot goes
// to sink, which must not block. When ctx has ended it ticks once more within
// last, so that what happened since the latest tick is not lost.
func (p *Pipeline) Loop(ctx context.Context, interval, last time.Duration, sink func(*sample.Snapshot)) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for ctx.Err() == nil {
		if snap := p.Tick(ctx); ctx.Err() == nil {
			sink(snap)
		}
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
	final, cancel := context.WithTimeout(context.WithoutCancel(ctx), last)
	defer cancel()
	sink(p.Tick(final))
}
