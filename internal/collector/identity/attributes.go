package identity

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// Names of the attributes that identity fills.
const (
	hostName      = "host.name"
	hostID        = "host.id"
	hostType      = "host.type"
	typeSource    = "platform.host.type.source"
	nodeName      = "k8s.node.name"
	clusterName   = "k8s.cluster.name"
	cloudProvider = "cloud.provider"
	cloudPlatform = "cloud.platform"
	cloudRegion   = "cloud.region"
	cloudZone     = "cloud.availability_zone"
	cloudAccount  = "cloud.account.id"
	serviceName   = "service.name"
	environment   = "deployment.environment"
	distroName    = "telemetry.distro.name"
	distroVersion = "telemetry.distro.version"
)

// parseAttributes reads key=value pairs with percent-encoded values. A pair that
// cannot be read is left out and named by its place, not its text, which may be
// secret.
func parseAttributes(s string) (attrs map[string]string, faults []string) {
	attrs = map[string]string{}
	n := 0
	for pair := range strings.SplitSeq(s, ",") {
		n++
		if strings.TrimSpace(pair) == "" {
			continue
		}
		rawKey, rawValue, ok := strings.Cut(pair, "=")
		key := decode(strings.TrimSpace(rawKey))
		value := decode(strings.TrimSpace(rawValue))
		if !ok || key == "" || !utf8.ValidString(key) || !utf8.ValidString(value) {
			faults = append(faults, fmt.Sprintf("OTEL_RESOURCE_ATTRIBUTES: pair %d is not key=value", n))
			continue
		}
		attrs[key] = value
	}
	return attrs, faults
}

// decode resolves percent-encoding; text that only looks like it is kept.
func decode(s string) string {
	if d, err := url.PathUnescape(s); err == nil {
		return d
	}
	return s
}

// maxValue is the longest value, in bytes, that is taken from outside.
const maxValue = 255

// clean returns a value that was found outside, "" when it says nothing.
func clean(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > maxValue || !utf8.ValidString(s) {
		return ""
	}
	for _, r := range s {
		if r < ' ' || r == 0x7f {
			return ""
		}
	}
	switch strings.ToLower(s) {
	case "unknown", "none", "null", "n/a", "undefined", "not specified", "to be filled by o.e.m.":
		return ""
	}
	return s
}
