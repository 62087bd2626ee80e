package collector

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"time"

	"platform/internal/buildinfo"
	"platform/internal/collector/config"
	"platform/internal/collector/export/otlp"
	"platform/internal/collector/pipeline"
	"platform/internal/collector/pods"
	"platform/internal/collector/sample"
	"platform/internal/collector/source"
)

// Diagnosis is what the collector can do on this host: what people paste into
// a bug report.
type Diagnosis struct {
	Version  string            `json:"version"`
	Commit   string            `json:"commit,omitempty"`
	System   string            `json:"system"`
	Mode     config.Mode       `json:"mode"`
	Warnings []string          `json:"warnings,omitempty"`
	Resource map[string]string `json:"resource"`
	Missing  []string          `json:"identity_missing,omitempty"`
	Features []Feature         `json:"features"`
	Export   Delivery          `json:"export"`
}

// Delivery is where OTLP would go, and how one export went when asked for.
type Delivery struct {
	To       *otlp.Destination `json:"to,omitempty"`
	Problem  string            `json:"problem,omitempty"`
	Sent     bool              `json:"sent"`
	Points   int               `json:"points,omitempty"`
	Rejected int64             `json:"rejected,omitempty"`
}

// identityWithin is how long the doctor waits for cloud and Kubernetes.
const identityWithin = 3 * time.Second

// Diagnose opens everything once, samples twice and says how it went. send
// makes one export.
func Diagnose(ctx context.Context, cfg config.Config, warnings []string, send bool) Diagnosis {
	d := Diagnosis{
		Version: buildinfo.Version, Commit: buildinfo.Commit(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Mode: cfg.Mode, Warnings: warnings, Resource: map[string]string{},
	}
	p := newParts(ctx, cfg)
	defer p.close()
	found := startIdentity(ctx, p, nil)
	defer found.Close()
	p.latest = func() *sample.Snapshot { return nil }
	set := openAll(ctx, p, slog.New(slog.DiscardHandler))
	defer set.close()
	tick := pipeline.New(maxDeadline, set.list()...)
	first := tick.Tick(ctx)
	snap := tick.Tick(ctx) // rates need two

	for until := time.Now().Add(identityWithin); !found.Result().Complete && time.Now().Before(until); {
		time.Sleep(10 * time.Millisecond)
	}
	result := found.Result()
	d.Missing = result.Missing
	for _, kv := range result.Resource.Attributes() {
		d.Resource[string(kv.Key)] = kv.Value.String()
	}
	d.Features = slices.Concat(set.features(first, snap), podFeatures(p.pods), otherFeatures(cfg))
	d.Export = deliver(ctx, cfg, otlp.Options{Protocol: cfg.OTLP.Protocol, Resource: result.Resource}, snap, send)
	return d
}

// features says how each source fares, in the order of the table: as in the last
// of the snapshots, with what failed in an earlier one.
func (s *set) features(snaps ...*sample.Snapshot) (all []Feature) {
	health := map[string]sample.Health{}
	for _, snap := range snaps {
		for _, h := range snap.Health {
			if h.Err == nil {
				h.Err = health[h.Source].Err
			}
			health[h.Source] = h
		}
	}
	for i, spec := range sources {
		f := Feature{Name: spec.name, Detail: spec.gives}
		if spec.gate != nil {
			f.Gate = spec.gate.Name
		}
		switch h := health[spec.name]; {
		case spec.gate != nil && !spec.gate.On(s.parts.cfg):
			f.State, f.Remedy = Off, "set "+spec.gate.Name+"=true"
			if spec.open == nil {
				f.Remedy = "a release that has it; this one does not"
			}
		case errors.Is(s.reasons[i], errAbsent):
			f.State, f.Detail = Absent, spec.gives+": "+errAbsent.Error()
		case s.reasons[i] != nil:
			f.State, f.Remedy = Unavailable, spec.needs
			f.Detail = reason(s.reasons[i])
		default:
			f.State = On
			if w, ok := s.running[i].Source.(waiter); ok && w.State() != nil {
				f.Detail, f.Remedy = "waits: "+reason(w.State()), spec.needs
				break
			}
			f.Detail = fmt.Sprintf("%s: %d points in %s", spec.gives, h.Points, h.Took.Round(10*time.Microsecond))
			if h.Err != nil {
				f.Detail += "; " + h.Err.Error()
			}
		}
		all = append(all, f)
	}
	return all
}

// waiter is a source that is open and waits for something to measure.
type waiter interface{ State() error }

// reason is why something is unavailable, without saying that it is.
func reason(err error) string {
	return strings.TrimPrefix(err.Error(), source.ErrUnavailable.Error()+": ")
}

// podFeatures says how the ways of knowing pods fare; none outside Kubernetes.
func podFeatures(m *pods.Map) (all []Feature) {
	for _, s := range m.States() {
		f := Feature{Name: s.Name, State: On, Detail: fmt.Sprintf("%d pods", s.Pods)}
		if s.Err != nil {
			f.State, f.Detail = Unavailable, s.Err.Error()
			f.Remedy = "the kubelet's pod-resources directory mounted, or list and watch on pods granted"
		}
		all = append(all, f)
	}
	return all
}

// otherFeatures are those that are not sources.
func otherFeatures(cfg config.Config) []Feature {
	prometheus := Feature{Name: "prometheus", Gate: "OTEL_GPU_PROMETHEUS_ADDR", State: Off, Detail: "metrics for scraping", Remedy: "set OTEL_GPU_PROMETHEUS_ADDR=:9400"}
	if cfg.PrometheusAddr != "" {
		prometheus.State, prometheus.Detail, prometheus.Remedy = On, "/metrics on "+cfg.PrometheusAddr, ""
	}
	queue := Feature{Name: "queue on disk", Gate: "PLATFORM_EXPORT_QUEUE_DIR", State: Off, Detail: "snapshots wait in memory while the endpoint is down", Remedy: "set PLATFORM_EXPORT_QUEUE_DIR to a directory"}
	if cfg.OTLP.QueueDir != "" {
		queue.State, queue.Detail, queue.Remedy = On, cfg.OTLP.QueueDir, ""
	}
	all := []Feature{prometheus, queue}
	for _, f := range []Feature{
		{Name: "control", Gate: "OTEL_GPU_CONTROL_ADDR", Detail: "the control API"},
		{Name: "kineto", Gate: config.KinetoEnabled.Name, Detail: "profiles of PyTorch on demand"},
		{Name: "highres", Gate: config.CPUHighRes.Name, Detail: "CPU samples every 100 ms"},
		{Name: "intel-pt", Gate: config.PTEnabled.Name, Detail: "processor traces on demand"},
	} {
		f.State, f.Detail = Absent, f.Detail+": "+errAbsent.Error()
		all = append(all, f)
	}
	return all
}

func deliver(ctx context.Context, cfg config.Config, opt otlp.Options, snap *sample.Snapshot, send bool) (d Delivery) {
	to, err := otlp.Describe(cfg.OTLP.Protocol)
	if err != nil {
		d.Problem = err.Error()
		return d
	}
	d.To = &to
	if !send {
		return d
	}
	ctx, cancel := context.WithTimeout(ctx, to.Timeout)
	defer cancel()
	d.Points = snap.Points()
	if d.Rejected, err = otlp.TestExport(ctx, opt, snap); err != nil {
		d.Problem = err.Error()
		return d
	}
	d.Sent = true
	return d
}

// WriteJSON writes d for programs.
func (d Diagnosis) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(d)
}
