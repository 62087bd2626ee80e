package prometheus

import (
	"strconv"
	"strings"
)

// format is how a snapshot is written.
type format uint8

const (
	text        format = iota // Prometheus text 0.0.4
	openMetrics               // OpenMetrics 1.0.0
)

func (f format) contentType() string {
	if f == openMetrics {
		return "application/openmetrics-text; version=1.0.0; charset=utf-8; escaping=underscores"
	}
	return "text/plain; version=0.0.4; charset=utf-8; escaping=underscores"
}

// negotiate returns the format that the headers prefer; text when they ask for
// nothing that is spoken here, as Prometheus falls back to it.
func negotiate(headers []string) format {
	best, bestQ := text, 0.0
	for _, h := range headers {
		for part := range strings.SplitSeq(h, ",") {
			f, ok := formatOf(part)
			if q := quality(part); ok && (q > bestQ || q == bestQ && q > 0 && f == openMetrics) {
				best, bestQ = f, q
			}
		}
	}
	return best
}

func formatOf(mediaRange string) (format, bool) {
	name, params, _ := strings.Cut(mediaRange, ";")
	version := parameter(params, "version")
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "application/openmetrics-text":
		return openMetrics, version == "" || version == "1.0.0" || version == "0.0.1"
	case "text/plain":
		return text, version == "" || version == "0.0.4"
	case "text/*", "*/*":
		return text, true
	}
	return text, false
}

// acceptsGzip reports whether the answer may be compressed.
func acceptsGzip(headers []string) bool {
	for _, h := range headers {
		for part := range strings.SplitSeq(h, ",") {
			name, _, _ := strings.Cut(part, ";")
			if strings.EqualFold(strings.TrimSpace(name), "gzip") {
				return quality(part) > 0
			}
		}
	}
	return false
}

// quality returns the q parameter: 1 when there is none, 0 when it is wrong.
func quality(part string) float64 {
	_, params, _ := strings.Cut(part, ";")
	v := parameter(params, "q")
	if v == "" {
		return 1
	}
	q, err := strconv.ParseFloat(v, 64)
	if err != nil || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}

func parameter(params, name string) string {
	for p := range strings.SplitSeq(params, ";") {
		k, v, _ := strings.Cut(p, "=")
		if strings.EqualFold(strings.TrimSpace(k), name) {
			return strings.Trim(strings.TrimSpace(v), `"`)
		}
	}
	return ""
}
