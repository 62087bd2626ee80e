package fleet_test

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// start is when the hour of the tests begins.
var start = time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)

var hour = query.Range{From: start, To: start.Add(time.Hour)}

func minute(n int) time.Time { return start.Add(time.Duration(n) * time.Minute) }

// world is a fleet whose samples and sums are known; it answers as the database
// does, by metric and time.
type world struct {
	samples []fleet.Sample
	errors  []fleet.ErrorCount
	usage   []fleet.GPUUsage
	energy  map[[2]string]float64
}

func (w *world) Route(context.Context, tenancy.Scope, tenancy.Signal) (tenancy.Target, error) {
	return tenancy.Target{}, nil
}

func (w *world) Environments(context.Context, string) ([]tenancy.Environment, error) { return nil, nil }

func (w *world) Hosts(context.Context, query.View, query.Range) ([]fleet.Host, error) {
	var out []fleet.Host
	for _, s := range w.samples {
		if s.Metric == "system.memory.utilization" {
			out = append(out, fleet.Host{Name: s.Resource["host.name"], LastSeen: s.At, Attributes: s.Resource})
		}
	}
	return out, nil
}

func (w *world) KnownGPUs(ctx context.Context, v query.View, r query.Range) ([]fleet.Sample, error) {
	return w.Samples(ctx, v, r, []string{"hw.gpu.allocated"})
}

func (w *world) Samples(_ context.Context, _ query.View, r query.Range, metrics []string) (out []fleet.Sample, _ error) {
	for _, s := range w.samples {
		if slices.Contains(metrics, s.Metric) && !s.At.Before(r.From) && s.At.Before(r.To) {
			out = append(out, s)
		}
	}
	return out, nil
}

func (w *world) GPUErrors(context.Context, query.View, query.Range) ([]fleet.ErrorCount, error) {
	return w.errors, nil
}

func (w *world) Usage(context.Context, query.View, query.Range, float64) ([]fleet.GPUUsage, error) {
	return slices.Clone(w.usage), nil
}

func (w *world) Energy(context.Context, query.View, query.Range) (map[[2]string]float64, error) {
	return w.energy, nil
}

func (w *world) Kernels(context.Context, query.View, query.Range, fleet.KernelFilter) ([]fleet.Kernel, error) {
	return nil, nil
}

// service answers about the world.
func (w *world) service() *fleet.Service { return fleet.New(query.NewViews(w, w), w) }

func inProject(t *testing.T) context.Context {
	return tenancy.WithScope(t.Context(), tenancy.Scope{Project: "p", Environment: "production"})
}

// gpus returns the GPUs of the hour by their ids.
func (w *world) gpus(t *testing.T, f fleet.GPUFilter) map[string]fleet.GPU {
	t.Helper()
	found, err := w.service().GPUs(inProject(t), hour, f)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]fleet.GPU{}
	for _, g := range found {
		out[g.ID] = g
	}
	return out
}

// processes returns the processes of the hour's end.
func (w *world) processes(t *testing.T, f fleet.ProcessFilter) []fleet.Process {
	t.Helper()
	found, err := w.service().Processes(inProject(t), hour, f)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// on adds a sample of a GPU of host h1; more are its attributes in pairs.
func (w *world) on(gpu, metric string, at time.Time, value float64, more ...string) {
	w.onHost("h1", gpu, metric, at, value, more...)
}

func (w *world) onHost(host, gpu, metric string, at time.Time, value float64, more ...string) {
	a := map[string]string{"hw.id": gpu, "hw.vendor": "nvidia", "hw.name": "H200", "gpu.index": gpu}
	for pair := range slices.Chunk(more, 2) {
		a[pair[0]] = pair[1]
	}
	w.samples = append(w.samples, fleet.Sample{Metric: metric, Attributes: a, Resource: map[string]string{"host.name": host}, At: at, Value: value})
}

// ids are the keys of GPUs, sorted.
func ids(of map[string]fleet.GPU) []string { return slices.Sorted(maps.Keys(of)) }
