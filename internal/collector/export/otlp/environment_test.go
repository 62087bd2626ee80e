package otlp

import (
	"errors"
	"strings"
	"testing"
	"time"

	"platform/internal/collector/export/otlptest"
)

func TestWithoutAnEndpointNothingIsSentAndNothingIsDialled(t *testing.T) {
	clearEnvironment(t)
	s, err := NewSender(t.Context(), Options{}, &Stats{})
	if s != nil || !errors.Is(err, ErrNoEndpoint) {
		t.Errorf("%v, %v", s, err)
	}
	if _, err := TestExport(t.Context(), Options{}, nil); !errors.Is(err, ErrNoEndpoint) {
		t.Error(err)
	}
}

func TestAWrongEnvironmentIsAnError(t *testing.T) {
	f := func(want, protocol string, variables ...string) {
		t.Helper()
		t.Run(want, func(t *testing.T) {
			clearEnvironment(t)
			for i := 0; i < len(variables); i += 2 {
				t.Setenv("OTEL_EXPORTER_OTLP_"+variables[i], variables[i+1])
			}
			_, err := NewSender(t.Context(), Options{Protocol: protocol}, &Stats{})
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("error %v, want one with %q", err, want)
			}
		})
	}
	f("not of the form http://host:port", HTTP, "ENDPOINT", "localhost:4318")
	f("not of the form http://host:port", GRPC, "ENDPOINT", "http://")
	f("not a URL", GRPC, "ENDPOINT", "http://me:hunter2@[::1")
	f("no such file", GRPC, "ENDPOINT", "https://localhost:1", "CERTIFICATE", "/nonexistent/ca.pem")
	f("must both be set", GRPC, "ENDPOINT", "https://localhost:1", "CLIENT_KEY", "/nonexistent/key.pem")
}

func TestCertificatesOfTheEnvironmentAreUsed(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver(otlptest.ClientTLS())
		t.Setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", srv.CertFile)
		t.Setenv("OTEL_EXPORTER_OTLP_METRICS_CLIENT_CERTIFICATE", srv.CertFile)
		t.Setenv("OTEL_EXPORTER_OTLP_METRICS_CLIENT_KEY", srv.KeyFile())
		s, _, r := newSender(t, Options{Protocol: protocol})
		s.Send(numbered(0, time.Now()))
		flush(t, s)
		if len(srv.Requests()) != 1 {
			t.Error(r)
		}
	})
}

func TestHeadersAndCompressionOfTheEnvironmentAreUsed(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver()
		t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "api-key=all,x-team=a%20b")
		t.Setenv("OTEL_EXPORTER_OTLP_METRICS_HEADERS", "api-key=metrics,x-team=a%20b")
		t.Setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip")
		s, _, _ := newSender(t, Options{Protocol: protocol})
		s.Send(numbered(0, time.Now()))
		flush(t, s)
		h := srv.Requests()[0].Headers
		if got := strings.Join(h["api-key"], "|") + strings.Join(h["x-team"], "|"); got != "metricsa b" {
			t.Errorf("headers %v", h)
		}
		if protocol == HTTP && strings.Join(h["content-encoding"], "") != "gzip" {
			t.Errorf("headers %v", h)
		}
	})
}

func TestTheProtocolOfMetricsWins(t *testing.T) {
	clearEnvironment(t)
	srv := otlptest.NewHTTP(t)
	t.Setenv("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", srv.URL+"/v1/metrics")
	t.Setenv("OTEL_EXPORTER_OTLP_METRICS_PROTOCOL", HTTP)
	s, _, _ := newSender(t, Options{Protocol: GRPC})
	s.Send(numbered(0, time.Now()))
	flush(t, s)
	wantNumbers(t, srv.Requests(), 1)
}
