package prometheus

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/prometheus/otlptranslator"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/collector/sample"
)

var (
	escapeHelp  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	escapeLabel = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

// seriesLabels is what stands between the braces of a series' samples.
func seriesLabels(s *sample.Series) string { return labels(s.Attrs.Iter()) }

// labels writes attributes as name="value" pairs, sorted. Attributes whose
// names become the same label share it, their values joined by ";" in the
// order of the attributes' names, as OpenTelemetry asks. What has no valid name
// and names that Prometheus keeps for itself are left out.
func labels(it attribute.Iterator) string {
	type label struct{ name, value string }
	list := make([]label, 0, it.Len())
	namer := otlptranslator.LabelNamer{}
	for it.Next() { // sorted by key
		kv := it.Attribute()
		name, err := namer.Build(string(kv.Key))
		if err != nil || strings.HasPrefix(name, "__") {
			continue
		}
		list = append(list, label{name, kv.Value.String()})
	}
	slices.SortStableFunc(list, func(a, b label) int { return cmp.Compare(a.name, b.name) })
	var b strings.Builder
	for i, l := range list {
		value := l.value
		if !utf8.ValidString(value) {
			value = strings.ToValidUTF8(value, string(utf8.RuneError))
		}
		value = escapeLabel.Replace(value)
		switch {
		case i == 0:
			b.WriteString(l.name + `="` + value)
		case list[i-1].name == l.name:
			b.WriteString(";" + value)
		default:
			b.WriteString(`",` + l.name + `="` + value)
		}
	}
	if len(list) > 0 {
		b.WriteByte('"')
	}
	return b.String()
}

// targetInfo keeps the labels of the resource until it is replaced.
type targetInfo struct {
	resource func() *resource.Resource

	mu   sync.Mutex
	of   *resource.Resource
	text string
}

func (t *targetInfo) labels() string {
	res := t.resource()
	t.mu.Lock()
	defer t.mu.Unlock()
	if res != t.of {
		t.of, t.text = res, labels(res.Iter())
	}
	return t.text
}
