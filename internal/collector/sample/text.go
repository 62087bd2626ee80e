package sample

import (
	"fmt"
	"io"
	"slices"

	"go.opentelemetry.io/otel/attribute"
)

var encoder = attribute.DefaultEncoder()

// WriteText writes one sorted line per point, without times: the form golden
// files are kept in.
func WriteText(w io.Writer, s *Snapshot) {
	for _, f := range s.Families {
		lines := make([]string, 0, len(f.Points))
		for _, p := range f.Points {
			value := fmt.Sprint(p.Float())
			switch {
			case p.Hist != nil:
				value = fmt.Sprintf("count=%d sum=%v buckets=%v", p.Hist.Count, p.Hist.Sum, p.Hist.Counts)
			case f.Metric.Integer:
				value = fmt.Sprint(p.Int())
			}
			lines = append(lines, fmt.Sprintf("%s{%s} %s\n", f.Metric.Name, p.Series.Attrs.Encoded(encoder), value))
		}
		slices.Sort(lines)
		for _, l := range lines {
			io.WriteString(w, l)
		}
	}
}
