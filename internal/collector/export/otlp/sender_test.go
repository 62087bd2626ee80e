package otlp

import (
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/collector/export/otlptest"
)

func TestASnapshotHasTheResourceOfItsOwnMoment(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver(otlptest.Answers(otlptest.Answer{Status: 503}))
		s, stats, _ := newSender(t, Options{Protocol: protocol, Resource: named("early")})
		s.Send(numbered(0, time.Now()))
		waitFailures(t, stats, 1)
		s.SetResource(named("complete"))
		s.Send(numbered(1, time.Now()))
		srv.Answer(otlptest.Answer{})
		for i, want := range []string{"early", "complete"} {
			rm := srv.Wait(t, 2)[i].Metrics.ResourceMetrics().At(0)
			if v, _ := rm.Resource().Attributes().Get("host.name"); v.Str() != want {
				t.Errorf("snapshot %d has the resource %q, want %q", i, v.Str(), want)
			}
		}
	})
}

func named(host string) *resource.Resource {
	return resource.NewSchemaless(attribute.String("host.name", host), attribute.StringSlice("process.command_args", []string{"a", "b"}))
}

func TestOneExportOnRequestSaysWhatBecameOfIt(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver()
		if n, err := TestExport(t.Context(), Options{Protocol: protocol}, nil); n != 0 || err != nil {
			t.Errorf("%d rejected, %v", n, err)
		}
		srv.Answer(otlptest.Answer{Rejected: 1, Message: "no"})
		if n, err := TestExport(t.Context(), Options{Protocol: protocol}, numbered(0, time.Now())); n != 1 || err == nil {
			t.Errorf("%d rejected, %v", n, err)
		}
		srv.Answer(otlptest.Answer{Status: 401, Message: "who are you"})
		if _, err := TestExport(t.Context(), Options{Protocol: protocol}, nil); err == nil || !strings.Contains(err.Error(), "who are you") {
			t.Errorf("%v", err)
		}
		if len(srv.Attempts()) != 3 {
			t.Errorf("%d attempts", len(srv.Attempts()))
		}
	})
}
