package prometheus

import (
	"bytes"
	"math"
	"strconv"
	"time"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// appendSnapshot appends snap to b. Samples carry no time of their own: a
// scraper gives them its own, which keeps its staleness handling right.
func appendSnapshot(b []byte, f format, snap *sample.Snapshot, target string) []byte {
	if target != "" {
		b = appendTarget(b, f, target)
	}
	known := families()
	for _, fam := range snap.Families {
		id := fam.Metric.ID
		if id >= len(known) || known[id] == nil {
			continue
		}
		w := writer{b, f, known[id], snap.Time}
		w.points(fam)
		b = w.b
	}
	if f == openMetrics {
		b = append(b, "# EOF\n"...)
	}
	return b
}

func appendTarget(b []byte, f format, labels string) []byte {
	if f == openMetrics {
		b = append(b, "# HELP target Target metadata\n# TYPE target info\n"...)
	} else {
		b = append(b, "# HELP target_info Target metadata\n# TYPE target_info gauge\n"...)
	}
	b = append(b, "target_info{"...)
	b = append(b, labels...)
	return append(b, "} 1\n"...)
}

// writer appends the samples of one family.
type writer struct {
	b      []byte
	format format
	*family
	now time.Time
}

func (w *writer) points(f sample.Family) {
	w.b = append(w.b, w.heading[w.format]...)
	for i := range f.Points {
		p := &f.Points[i]
		labels := p.Series.Text(seriesLabels)
		if p.Hist != nil {
			w.histogram(labels, p)
			continue
		}
		w.start(w.name, "", labels, "")
		if f.Metric.Integer {
			w.b = strconv.AppendInt(w.b, p.Int(), 10)
		} else {
			w.number(p.Float())
		}
		w.b = append(w.b, '\n')
		if f.Metric.Kind == metrics.Counter {
			w.created(labels, p.Start)
		}
	}
}

func (w *writer) histogram(labels string, p *sample.Point) {
	var below uint64
	for i, n := range p.Hist.Counts {
		below += n
		w.start(w.name, "_bucket", labels, w.bounds[w.format][i])
		w.b = strconv.AppendUint(w.b, below, 10)
		w.b = append(w.b, '\n')
	}
	w.start(w.name, "_sum", labels, "")
	w.number(p.Hist.Sum)
	w.b = append(w.b, '\n')
	w.start(w.name, "_count", labels, "")
	w.b = strconv.AppendUint(w.b, below, 10)
	w.b = append(w.b, '\n')
	w.created(labels, p.Start)
}

// created writes when a count began, which only OpenMetrics can say. A count
// that begins with this very snapshot is of unknown origin.
func (w *writer) created(labels string, start time.Time) {
	if w.format != openMetrics || start.IsZero() || !start.Before(w.now) {
		return
	}
	w.start(w.base, "_created", labels, "")
	ms := start.UnixMilli()
	w.b = strconv.AppendInt(w.b, ms/1000, 10)
	w.b = append(w.b, '.', byte('0'+ms/100%10), byte('0'+ms/10%10), byte('0'+ms%10), '\n')
}

// start writes a sample's name and labels, with le unless it is "".
func (w *writer) start(name, suffix, labels, le string) {
	w.b = append(w.b, name...)
	w.b = append(w.b, suffix...)
	if labels != "" || le != "" {
		w.b = append(w.b, '{')
		w.b = append(w.b, labels...)
		if le != "" {
			if labels != "" {
				w.b = append(w.b, ',')
			}
			w.b = append(w.b, `le="`...)
			w.b = append(w.b, le...)
			w.b = append(w.b, '"')
		}
		w.b = append(w.b, '}')
	}
	w.b = append(w.b, ' ')
}

func (w *writer) number(x float64) {
	if w.format == openMetrics {
		w.b = appendCanonical(w.b, x)
		return
	}
	w.b = appendNumber(w.b, x)
}

// appendNumber writes x as both formats read it.
func appendNumber(b []byte, x float64) []byte {
	switch {
	case math.IsInf(x, 1):
		return append(b, "+Inf"...)
	case math.IsInf(x, -1):
		return append(b, "-Inf"...)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

// appendCanonical writes x so that it is seen to be no integer: OpenMetrics
// compares the bounds of histograms as text.
func appendCanonical(b []byte, x float64) []byte {
	from := len(b)
	b = appendNumber(b, x)
	if !bytes.ContainsAny(b[from:], ".eIN") {
		b = append(b, ".0"...)
	}
	return b
}
