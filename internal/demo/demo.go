// Package demo makes a day of telemetry that looks like a small company's and
// sends it over OTLP: language-model applications and the GPU fleet below them.
//
//  1. fleet.go and workload.go say which hosts, GPUs and processes there are,
//     and what each does at a time.
//  2. metrics.go lays that out as the series that the collector sends
//     (series.go), with counters that only grow.
//  3. traces.go, calls.go and exceptions.go make the requests of applications: spans,
//     log lines of the same traces, exceptions.
//  4. send.go sends the batches in parallel and repeats what was put off.
//
// Everything is drawn from generators that are seeded by Config.Seed and a
// name, and times count back from Config.End: equal configurations give equal
// bytes.
package demo

import (
	"fmt"
	"hash/fnv"
	"iter"
	"math"
	"math/rand/v2"
	"time"
)

const (
	step   = time.Minute      // between two samples of the fleet
	window = 30 * time.Minute // of a batch

	gpusPerNode = 8
)

// Config is what a caller chooses.
type Config struct {
	Seed  uint64
	End   time.Time // the newest record is just before it
	Hours int
	GPUs  int // a multiple of 8
	// TracesPerHour is the mean over a day; nights have fewer.
	TracesPerHour int
}

// Default is a day of 64 GPUs that ends now, at a whole minute.
func Default() Config {
	return Config{Seed: 1, End: time.Now().UTC().Truncate(time.Minute), Hours: 24, GPUs: 64, TracesPerHour: 500}
}

// Check refuses what would not look like anything, or not fit.
func (c Config) Check() error {
	switch {
	case c.Hours < 1 || c.Hours > 31*24:
		return fmt.Errorf("%d hours: between 1 and %d are possible", c.Hours, 31*24)
	case c.GPUs < gpusPerNode || c.GPUs > 1024 || c.GPUs%gpusPerNode != 0:
		return fmt.Errorf("%d GPUs: a multiple of %d up to 1024 is possible", c.GPUs, gpusPerNode)
	case c.TracesPerHour < 1 || c.TracesPerHour > 100_000:
		return fmt.Errorf("%d traces per hour: between 1 and 100000 are possible", c.TracesPerHour)
	case c.End.IsZero():
		return fmt.Errorf("the end is missing")
	}
	return nil
}

// Start is the time of the oldest record.
func (c Config) Start() time.Time { return c.End.Add(-time.Duration(c.Hours) * time.Hour) }

func (c Config) nodes() int   { return c.GPUs / gpusPerNode }
func (c Config) windows() int { return int(time.Duration(c.Hours) * time.Hour / window) }

// Batches is how many Generate yields.
func (c Config) Batches() int { return c.windows() * (c.nodes() + 2) }

// Signal is what a batch holds, as OTLP's paths name it.
type Signal string

const (
	Traces  Signal = "traces"
	Logs    Signal = "logs"
	Metrics Signal = "metrics"
)

// Batch is one OTLP request.
type Batch struct {
	Signal  Signal
	Body    []byte // protobuf
	Records int    // spans, log records or points
}

// Generate makes the batches in the order of their times. An error ends it.
func Generate(c Config) iter.Seq2[Batch, error] {
	return func(yield func(Batch, error) bool) {
		f := newFleet(c)
		for i := range c.windows() {
			from := c.Start().Add(time.Duration(i) * window)
			traces, logs := f.requests(c, i, from)
			if !yield(traces.batch()) || !yield(logs.batch()) {
				return
			}
			for _, n := range f.nodes {
				if !yield(n.window(from)) {
					return
				}
			}
		}
	}
}

// random is a generator of its own for everything that has a name.
func random(seed uint64, name string, parts ...int) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprint(h, name, parts)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// load is how busy people are at a time, 0 to 1: a morning and an afternoon,
// and a quiet weekend.
func load(t time.Time) float64 {
	hour := float64(t.Hour()) + float64(t.Minute())/60
	bump := func(at, width float64) float64 { return math.Exp(-math.Pow((hour-at)/width, 2)) }
	l := 0.12 + 0.72*bump(10.5, 2.6) + 0.8*bump(15.5, 2.8) + 0.2*bump(20.5, 2)
	if day := t.Weekday(); day == time.Saturday || day == time.Sunday {
		l *= 0.6
	}
	return math.Min(1, l)
}

// ratio brings a value between 0 and 1 and to four digits.
func ratio(v float64) float64 { return round(math.Max(0, math.Min(1, v)), 4) }

// round keeps some digits, so that values do not depend on how a processor
// rounds the last ones.
func round(v float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(v*scale) / scale
}

// pick draws one of several.
func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// hex draws an identifier of n hexadecimal digits.
func hex(r *rand.Rand, n int) string {
	const digits = "0123456789abcdef"
	b := make([]byte, n)
	for i := range b {
		b[i] = digits[r.IntN(16)]
	}
	return string(b)
}

func uuid(r *rand.Rand) string {
	return hex(r, 8) + "-" + hex(r, 4) + "-4" + hex(r, 3) + "-a" + hex(r, 3) + "-" + hex(r, 12)
}
