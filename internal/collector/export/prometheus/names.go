package prometheus

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/prometheus/otlptranslator"

	"platform/internal/collector/metrics"
)

// family is a metric of the catalog as Prometheus knows it.
type family struct {
	name    string    // of its samples; a counter's ends in _total
	base    string    // the name without _total
	heading [2]string // HELP, TYPE and UNIT lines by format
	bounds  [2][]string
}

// unknown is the type of a metric whose name would promise another one.
const unknown = "unknown"

// kinds are the types by Kind: what may shrink is a gauge to Prometheus.
var kinds = map[metrics.Kind]struct {
	translated otlptranslator.MetricType
	written    string
}{
	metrics.Gauge:         {otlptranslator.MetricTypeGauge, "gauge"},
	metrics.Counter:       {otlptranslator.MetricTypeMonotonicCounter, "counter"},
	metrics.UpDownCounter: {otlptranslator.MetricTypeNonMonotonicCounter, "gauge"},
	metrics.Histogram:     {otlptranslator.MetricTypeHistogram, "histogram"},
}

// families returns every metric's family by its ID; nil for a metric that has
// no name in Prometheus, of which the catalog has none.
var families = sync.OnceValue(func() []*family {
	all := metrics.All()
	out := make([]*family, len(all))
	for _, m := range all {
		out[m.ID] = newFamily(m)
	}
	return out
})

func newFamily(m *metrics.Def) *family {
	kind := kinds[m.Kind]
	namer := otlptranslator.MetricNamer{WithMetricSuffixes: true}
	name, err := namer.Build(otlptranslator.Metric{Name: m.Name, Unit: m.Unit, Type: kind.translated})
	if err != nil {
		return nil
	}
	f := &family{name: name, base: name}
	if strings.HasSuffix(name, "_count") && m.Kind != metrics.Histogram {
		kind.written = unknown // the suffix is a histogram's to those who read the type
	}
	if m.Kind == metrics.Counter {
		f.base = strings.TrimSuffix(name, "_total")
	}
	written := kind.written
	if written == unknown {
		written = "untyped" // what the older format calls it
	}
	f.heading[text] = fmt.Sprintf("# HELP %s %s\n# TYPE %s %s\n", f.name, escapeHelp.Replace(m.Help), f.name, written)
	f.heading[openMetrics] = fmt.Sprintf("# HELP %s %s\n# TYPE %s %s\n", f.base, escapeLabel.Replace(m.Help), f.base, kind.written)
	unit := (&otlptranslator.UnitNamer{}).Build(m.Unit)
	if unit != "" && strings.HasSuffix(f.base, "_"+unit) { // OpenMetrics demands that the name says it
		f.heading[openMetrics] += fmt.Sprintf("# UNIT %s %s\n", f.base, unit)
	}
	for _, b := range m.Bounds {
		f.bounds[text] = append(f.bounds[text], strconv.FormatFloat(b, 'g', -1, 64))
		f.bounds[openMetrics] = append(f.bounds[openMetrics], string(appendCanonical(nil, b)))
	}
	for i := range f.bounds {
		f.bounds[i] = append(f.bounds[i], "+Inf")
	}
	return f
}
