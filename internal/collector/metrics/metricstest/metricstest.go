// Package metricstest checks what a source emits against the catalog.
package metricstest

import (
	"slices"
	"testing"

	"go.opentelemetry.io/otel/attribute"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

var encoder = attribute.DefaultEncoder()

// Check reports every point of snap that the catalog does not allow, and every
// metric of want that is missing.
func Check(t testing.TB, snap *sample.Snapshot, want ...*metrics.Def) {
	t.Helper()
	seen := map[*metrics.Def]bool{}
	for _, f := range snap.Families {
		seen[f.Metric] = true
		for _, p := range f.Points {
			if f.Metric.Unit == "1" && f.Metric.Kind == metrics.Gauge && (p.Float() < 0 || p.Float() > 1) && f.Metric != metrics.ProcessCPUUtilization {
				t.Errorf("%s: %v is not a ratio", f.Metric.Name, p.Float())
			}
			checkAttributes(t, f.Metric, p)
		}
	}
	for _, m := range want {
		if !seen[m] {
			t.Errorf("%s: missing", m.Name)
		}
	}
}

// checkAttributes reports attributes that the row does not declare, values
// outside their closed set, and required attributes that are missing.
func checkAttributes(t testing.TB, m *metrics.Def, p sample.Point) {
	t.Helper()
	declared := append(slices.Clone(m.Entity), m.By...)
	for it := p.Series.Attrs.Iter(); it.Next(); {
		kv := it.Attribute()
		i := slices.IndexFunc(declared, func(k metrics.Key) bool { return k.Name == string(kv.Key) })
		if i < 0 {
			t.Errorf("%s: attribute %s is not in the catalog", m.Name, kv.Key)
			continue
		}
		if k := declared[i]; k.Values != nil && !slices.Contains(k.Values, kv.Value.AsString()) {
			t.Errorf("%s: %s=%q is not in the catalog", m.Name, k.Name, kv.Value.AsString())
		}
	}
	for _, k := range declared {
		if !k.Optional && !p.Series.Attrs.HasValue(attribute.Key(k.Name)) {
			t.Errorf("%s: %s lacks the attribute %s", m.Name, p.Series.Attrs.Encoded(encoder), k.Name)
		}
	}
}
